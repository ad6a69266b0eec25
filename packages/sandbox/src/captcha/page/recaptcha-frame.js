// Runs in the stand-in's frames: the box to tick, and the challenge of the invisible type.
(() => {
  const parameters = new URLSearchParams(location.search);
  const k = parameters.get('k') ?? '';
  const host = parameters.get('co') ?? '';
  const isBox = location.pathname.endsWith('/anchor');

  const say = (word) =>
    parent.postMessage({ standIn: 'recaptcha', id: Number(parameters.get('id')), ...word }, host);

  async function act(outcome) {
    if (outcome !== 'solve' && outcome !== 'stale') {
      say(outcome === 'nothing' ? { outcome: 'solved', token: '' } : { outcome });
      return;
    }
    const query = new URLSearchParams({ k, outcome: outcome === 'stale' ? 'stale' : 'solved' });
    const response = await fetch(`userverify?${query}`, { method: 'POST' });
    const { token } = await response.json();
    say({ outcome: 'solved', token });
  }

  function addButton(label, outcome) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.onclick = () => act(outcome);
    document.body.append(button);
  }

  async function start() {
    const response = await fetch(`behaviour?${new URLSearchParams({ k })}`);
    const { player } = await response.json();
    const title = document.createElement('p');
    title.textContent = 'Captcha stand-in (reCAPTCHA)';
    document.body.append(title);
    if (player !== 'ask') {
      act(player);
      return;
    }
    addButton(isBox ? "I'm not a robot" : 'Solve', 'solve');
    addButton('Stale', 'stale');
    addButton('Fail', 'error');
    addButton(isBox ? 'Expire' : 'Close', isBox ? 'expire' : 'close');
  }

  start();
})();
