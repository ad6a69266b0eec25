import { ownAccountNumber, ownReference } from './own-account.ts';
import { chargedOf, type Payment, type PaymentRequest } from './payment.ts';
import { hostedPageUrl } from './payment-addresses.ts';
import { personBehaviourOf } from './person.ts';

/** Methods that are paid by scanning an invoice's code: nothing is left to ask for. */
const scannedMethods: ReadonlySet<string> = new Set([
  'dana_qr',
  'duitnow_qr',
  'lankaqr',
  'nequi',
  'promptpay',
  'vietqr',
]);

const invoiceSeconds = 900;

/** Whether a payment is made from an invoice on the merchant's own page. */
export function hasInvoice({ request }: Pick<Payment, 'request'>): boolean {
  const { method } = request;
  return (
    scannedMethods.has(method) ||
    method === 'sandbox_unified' ||
    method.startsWith('unified_') ||
    personBehaviourOf(request) === 'form'
  );
}

/** Returns the details that identify the transfer. Only a transfer in India has a UTR. */
function listAsked({ method, currency }: PaymentRequest): ('senderName' | 'utr')[] {
  if (scannedMethods.has(method)) return [];
  return currency === 'INR' ? ['senderName', 'utr'] : ['senderName'];
}

/** Returns the invoice: all data that a player needs to pay, in the provider's format. */
export function encodeInvoice(payment: Payment, publicUrl: string) {
  const { id, request, createdAt } = payment;
  const link = hostedPageUrl(publicUrl, payment);
  const asksFor = listAsked(request);
  return {
    amount: chargedOf(request),
    currency: request.currency,
    steps: [...instruction, lastSteps[asksFor.length]],
    codeText: link,
    payLink: link,
    requisites: [
      { name: 'fullName', kind: 'text', value: 'Sandbox Pay', isCopyable: false },
      { name: 'accountNumber', kind: 'account', value: ownAccountNumber(id), isCopyable: true },
      { name: 'reference', kind: 'text', value: ownReference(id), isCopyable: true },
    ],
    asksFor,
    buttons: ['complete', 'cancel'],
    createdAt: new Date(createdAt ?? 0).toISOString(),
    expiresInSeconds: invoiceSeconds,
  };
}

/** The instruction step by step, in the provider's languages. */
const instruction: readonly Readonly<Record<string, string>>[] = [
  {
    en: 'Open your banking app and scan the code, or copy the account number.',
    ar: 'افتح تطبيق البنك وامسح الرمز، أو انسخ رقم الحساب.',
    ru: 'Откройте приложение банка и отсканируйте код или скопируйте номер счёта.',
    hi: 'अपना बैंकिंग ऐप खोलें और कोड स्कैन करें, या खाता संख्या कॉपी करें।',
    'hi-Latn-IN': 'Apna banking app kholein aur code scan karein, ya account number copy karein.',
    es: 'Abre la app de tu banco y escanea el código, o copia el número de cuenta.',
    'es-MX': 'Abre la app de tu banco y escanea el código, o copia el número de cuenta.',
    pt: 'Abra o aplicativo do seu banco e leia o código ou copie o número da conta.',
  },
  {
    en: 'Pay exactly the amount shown, and put the reference into the note.',
    ar: 'ادفع المبلغ المعروض بالضبط، واكتب الرقم المرجعي في خانة الملاحظة.',
    ru: 'Оплатите точно указанную сумму и впишите номер платежа в назначение.',
    hi: 'दिखाई गई राशि का ठीक-ठीक भुगतान करें और नोट में संदर्भ संख्या लिखें।',
    'hi-Latn-IN': 'Dikhayi gayi rakam ka hi payment karein aur note mein reference likhein.',
    es: 'Paga exactamente el importe indicado y escribe la referencia en el concepto.',
    'es-MX': 'Paga exactamente el monto indicado y escribe la referencia en el concepto.',
    pt: 'Pague exatamente o valor mostrado e escreva a referência na descrição.',
  },
];

/** The last step, by the number of details that the invoice asks for. */
const lastSteps = [
  {
    en: 'Come back here: the page changes by itself when the money arrives.',
    ar: 'عُد إلى هنا: تتغيّر الصفحة من تلقاء نفسها عند وصول المبلغ.',
    ru: 'Вернитесь сюда: страница обновится сама, когда деньги поступят.',
    hi: 'यहाँ वापस आएँ: पैसा आते ही पेज अपने आप बदल जाएगा।',
    'hi-Latn-IN': 'Yahan wapas aayein: paisa aate hi page apne aap badal jaayega.',
    es: 'Vuelve aquí: la página cambia sola cuando llega el dinero.',
    'es-MX': 'Regresa aquí: la página cambia sola cuando llega el dinero.',
    pt: 'Volte aqui: a página muda sozinha quando o dinheiro chega.',
  },
  {
    en: 'Come back here, fill in who paid, and press the button.',
    ar: 'عُد إلى هنا، واكتب اسم الدافع، ثم اضغط الزر.',
    ru: 'Вернитесь сюда, укажите имя отправителя и нажмите кнопку.',
    hi: 'यहाँ वापस आएँ, भेजने वाले का नाम भरें और बटन दबाएँ।',
    'hi-Latn-IN': 'Yahan wapas aayein, bhejne wale ka naam bharein aur button dabayein.',
    es: 'Vuelve aquí, escribe quién pagó y pulsa el botón.',
    'es-MX': 'Regresa aquí, escribe quién pagó y presiona el botón.',
    pt: 'Volte aqui, informe quem pagou e toque no botão.',
  },
  {
    en: 'Come back here, fill in who paid and the 12 digits of the transfer, and press the button.',
    ar: 'عُد إلى هنا، واكتب اسم الدافع وأرقام التحويل الاثني عشر، ثم اضغط الزر.',
    ru: 'Вернитесь сюда, укажите имя отправителя и 12 цифр перевода и нажмите кнопку.',
    hi: 'यहाँ वापस आएँ, भेजने वाले का नाम और ट्रांसफ़र के 12 अंक भरें और बटन दबाएँ।',
    'hi-Latn-IN':
      'Yahan wapas aayein, bhejne wale ka naam aur transfer ke 12 ank bharein aur button dabayein.',
    es: 'Vuelve aquí, escribe quién pagó y los 12 dígitos de la transferencia, y pulsa el botón.',
    'es-MX':
      'Regresa aquí, escribe quién pagó y los 12 dígitos de la transferencia, y presiona el botón.',
    pt: 'Volte aqui, informe quem pagou e os 12 dígitos da transferência e toque no botão.',
  },
] as const;
