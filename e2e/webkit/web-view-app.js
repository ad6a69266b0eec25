#!/usr/bin/env -S gjs -m
// A native app around WebKitGTK's web view, like an iOS app around WKWebView: one window, a message
// handler `kassa` that pages reach at `window.webkit.messageHandlers.kassa`, host data on the
// page's window, and another view, the "external browser", for links that open a new window.
// WebKitWebDriver starts it: `web-view-app.js <folder>`. The folder holds `host-data.json`, and
// receives `messages.jsonl` with one message of the page per line.
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk?version=3.0';
import WebKit from 'gi://WebKit2?version=4.1';

const [folder = '.'] = ARGV;
const hostData = readText('host-data.json');
const messages = Gio.File.new_for_path(GLib.build_filenamev([folder, 'messages.jsonl']));

Gtk.init(null);
const context = WebKit.WebContext.new_ephemeral();
context.set_automation_allowed(true);
context.connect('automation-started', (_context, session) => {
  const info = new WebKit.ApplicationInfo();
  info.set_name('web-view-app');
  session.set_application_info(info);
  session.connect('create-web-view', openApp);
});
Gtk.main();

/** Opens the app's own view with the bridge. */
function openApp() {
  const content = new WebKit.UserContentManager();
  content.connect('script-message-received::kassa', (_content, result) => {
    keep(result.get_js_value().to_string());
  });
  content.register_script_message_handler('kassa');
  // An app would do this with `evaluateJavaScript` at the start of the document.
  content.add_script(
    WebKit.UserScript.new(
      `window.__kassaHostData = ${hostData};`,
      WebKit.UserContentInjectedFrames.TOP_FRAME,
      WebKit.UserScriptInjectionTime.START,
      null,
      null,
    ),
  );
  const view = new WebKit.WebView({
    web_context: context,
    user_content_manager: content,
    is_controlled_by_automation: true,
  });
  // The provider's page opens after the server's response, some time after the player's tap.
  view.get_settings().set_javascript_can_open_windows_automatically(true);
  view.connect('create', () => show(new WebKit.WebView({ related_view: view })));
  return show(view);
}

/** Shows a view in a new window of a phone's size until it is closed. */
function show(view) {
  const window = new Gtk.Window({ default_width: 390, default_height: 844 });
  window.add(view);
  window.show_all();
  view.connect('close', () => window.destroy());
  return view;
}

function keep(message) {
  const stream = messages.append_to(Gio.FileCreateFlags.NONE, null);
  stream.write_all(new TextEncoder().encode(`${message}\n`), null);
  stream.close(null);
}

function readText(name) {
  const [, contents] = GLib.file_get_contents(GLib.build_filenamev([folder, name]));
  return new TextDecoder().decode(contents);
}
