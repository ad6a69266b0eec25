/** A statement as a bank writes it, with made-up people and numbers. */
export interface BankFile {
  bank: string;
  bytes: Buffer;
  /** The currency of a file without a column for it. */
  currency: string | null;
  /** The account's format in the brand's file. */
  format: object;
  /** The encoding that the file leaves in doubt. */
  doubtful?: string;
  /** Day, signed amount with currency, text, payer. */
  lines: readonly (readonly [string, string, string | null, string | null])[];
}

const file = (
  bank: string,
  rows: readonly string[],
  {
    encoding = 'utf8',
    mark = '',
    ...rest
  }: Omit<BankFile, 'bank' | 'bytes'> & {
    encoding?: BufferEncoding;
    mark?: string;
  },
): BankFile => ({ bank, bytes: Buffer.from(`${mark}${rows.join('\r\n')}\r\n`, encoding), ...rest });

/** Made from what is public of these banks' exports. */
export const bankFiles: readonly BankFile[] = [
  file(
    'a Sparkasse (CSV-CAMT)',
    [
      '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"',
      '"DE02120300000000202051";"26.11.26";"26.11.26";"GUTSCHR. UEBERWEISUNG";"KS-7Q2M-41XK";"";"";"NOTPROVIDED";"Zoë Ünal";"DE75512108001245126199";"SOGEDEFFXXX";"1.250,00";"EUR";"Umsatz gebucht"',
      '"DE02120300000000202051";"25.11.26";"25.11.26";"ENTGELTABSCHLUSS";"Entgelt";"";"";"";"";"";"";"-8,90";"EUR";"Umsatz gebucht"',
    ],
    {
      encoding: 'latin1',
      doubtful: 'windows-1252',
      currency: null,
      format: {
        encoding: 'windows-1252',
        delimiter: ';',
        dateFormat: 'dd.mm.yy',
        hasDecimalComma: true,
        columns: {
          date: 'Buchungstag',
          amount: 'Betrag',
          currency: 'Waehrung',
          text: 'Verwendungszweck',
          payer: 'Beguenstigter/Zahlungspflichtiger',
          payerAccount: 'Kontonummer/IBAN',
          endToEndId: 'Kundenreferenz (End-to-End)',
        },
      },
      lines: [
        ['2026-11-26', '1250.00 EUR', 'KS-7Q2M-41XK', 'Zoë Ünal'],
        ['2026-11-25', '-8.90 EUR', 'Entgelt', null],
      ],
    },
  ),
  file(
    'Deutsche Bank',
    [
      'Umsätze Girokonto;;;;;;;;;Kontostand;2.000,00',
      'Letzter Kontostand;;;;2.000,00;EUR',
      'Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Account Number;BIC;Kundenreferenz;Soll;Haben;Währung',
      '26.11.2026;26.11.2026;SEPA-Gutschrift;Ada Byron;KS-7Q2M-41XK;DE75512108001245126199;SOGEDEFFXXX;;;1.500,00;EUR',
      '24.11.2026;24.11.2026;Überweisung;Grundwerk GmbH;Miete;DE75512108001245126199;SOGEDEFFXXX;;-850,00;;EUR',
      'Kontostand;27.11.2026;;;2.000,00;EUR',
    ],
    {
      mark: '\ufeff',
      currency: null,
      format: {
        delimiter: ';',
        headerLine: 3,
        dateFormat: 'dd.mm.yyyy',
        hasDecimalComma: true,
        columns: {
          date: 'Buchungstag',
          credit: 'Haben',
          debit: 'Soll',
          currency: 'Währung',
          text: 'Verwendungszweck',
          payer: 'Begünstigter / Auftraggeber',
          payerAccount: 'IBAN / Account Number',
        },
      },
      lines: [
        ['2026-11-26', '1500.00 EUR', 'KS-7Q2M-41XK', 'Ada Byron'],
        ['2026-11-24', '-850.00 EUR', 'Miete', 'Grundwerk GmbH'],
      ],
    },
  ),
  file(
    'ING (Netherlands)',
    [
      '"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen";"Saldo na mutatie";"Tag"',
      '"20261126";"A. Byron";"NL20INGB0001234567";"NL91ABNA0417164300";"OV";"Bij";"1250,00";"Overschrijving";"Naam: A. Byron Omschrijving: KS-7Q2M-41XK";"2250,00";""',
      '"20261125";"Kantoor";"NL20INGB0001234567";"";"BA";"Af";"35,10";"Betaalautomaat";"Pasvolgnr: 001";"1000,00";""',
    ],
    {
      currency: 'EUR',
      format: {
        delimiter: ';',
        dateFormat: 'yyyymmdd',
        hasDecimalComma: true,
        columns: {
          date: 'Datum',
          amount: 'Bedrag (EUR)',
          direction: 'Af Bij',
          text: 'Mededelingen',
          payer: 'Naam / Omschrijving',
          payerAccount: 'Tegenrekening',
        },
      },
      lines: [
        ['2026-11-26', '1250.00 EUR', 'Naam: A. Byron Omschrijving: KS-7Q2M-41XK', 'A. Byron'],
        ['2026-11-25', '-35.10 EUR', 'Pasvolgnr: 001', 'Kantoor'],
      ],
    },
  ),
  file(
    'Revolut Business',
    [
      'Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Card number,Orig currency,Orig amount,Payment currency,Amount,Total amount,Fee,Balance',
      '2026-11-26,2026-11-26,6f1c0a9e-1,TOPUP,COMPLETED,Money added from ADA BYRON,KS-7Q2M-41XK,Ada Byron,,GBP,120.00,GBP,120.00,120.00,0.00,1120.00',
      '2026-11-25,2026-11-25,6f1c0a9e-2,CARD_PAYMENT,COMPLETED,"Office, London",,,,GBP,20.00,GBP,-20.00,-20.00,0.00,1000.00',
    ],
    {
      currency: null,
      format: {
        columns: {
          date: 'Date completed (UTC)',
          currency: 'Payment currency',
          text: 'Reference',
        },
      },
      lines: [
        ['2026-11-26', '120.00 GBP', 'KS-7Q2M-41XK', 'Ada Byron'],
        ['2026-11-25', '-20.00 GBP', null, null],
      ],
    },
  ),
  file(
    'Wise',
    [
      '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Payer Name","Payee Name"',
      'TRANSFER-1,26-11-2026,99.50,EUR,"Received money from Ada Byron","KS-7Q2M-41XK",1099.50,"Ada Byron",',
      'CARD-2,25-11-2026,-10.00,EUR,"Card transaction",,1000.00,,Shop',
    ],
    {
      currency: null,
      format: {
        dateFormat: 'dd-mm-yyyy',
        columns: { text: 'Payment Reference' },
      },
      lines: [
        ['2026-11-26', '99.50 EUR', 'KS-7Q2M-41XK', 'Ada Byron'],
        ['2026-11-25', '-10.00 EUR', null, null],
      ],
    },
  ),
  file(
    'HDFC Bank',
    [
      'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance',
      '26/11/26,UPI-ADA BYRON-ADA@OKBANK-KS7Q2M41XK,26/11/26,0.00,"1,25,000.00",0000633012345,"2,25,000.00"',
      '31/10/26,NEFT DR-SHOP,31/10/26,"2,500.00",0.00,0000633012346,"1,00,000.00"',
    ],
    {
      currency: 'INR',
      format: { dateFormat: 'dd/mm/yy', columns: { text: 'Narration' } },
      lines: [
        ['2026-11-26', '125000.00 INR', 'UPI-ADA BYRON-ADA@OKBANK-KS7Q2M41XK', null],
        ['2026-10-31', '-2500.00 INR', 'NEFT DR-SHOP', null],
      ],
    },
  ),
  file(
    'the State Bank of India',
    [
      'Account Name\t:Kassa Games Private Limited',
      'Currency\t:INR',
      'Txn Date\tValue Date\tDescription\tRef No./Cheque No.\tDebit\tCredit\tBalance',
      '26 Nov 2026\t26 Nov 2026\tBY TRANSFER-UPI/CR/633012345/ADA/KS-7Q2M-41XK\t \t \t 1,25,000.00\t2,25,000.00',
      '25 Nov 2026\t25 Nov 2026\tTO TRANSFER-NEFT\t \t 500.00\t \t1,00,000.00',
      '**This is a computer generated statement and does not require a signature',
    ],
    {
      currency: 'INR',
      format: {
        delimiter: '\t',
        headerLine: 3,
        dateFormat: 'dd mmm yyyy',
        columns: { date: 'Txn Date' },
      },
      lines: [
        ['2026-11-26', '125000.00 INR', 'BY TRANSFER-UPI/CR/633012345/ADA/KS-7Q2M-41XK', null],
        ['2026-11-25', '-500.00 INR', 'TO TRANSFER-NEFT', null],
      ],
    },
  ),
  file(
    'GTBank (Nigeria)',
    [
      'Trans. Date,Value Date,Reference,Debits,Credits,Balance,Originating Branch,Remarks',
      '26-Nov-2026,26-Nov-2026,\'1,,"₦1,500.00","₦3,500.00",E-CHANNELS,NIP TRANSFER FROM ADA BYRON KS-7Q2M-41XK',
      '25-Nov-2026,25-Nov-2026,\'2,₦52.50,,"₦2,000.00",HEAD OFFICE,"COMMISSION "NIP" CHARGE"',
      ',,Total,52.50,"1,500.00",,,',
    ],
    {
      currency: 'NGN',
      format: {
        dateFormat: 'dd-mmm-yyyy',
        columns: { date: 'Trans. Date', credit: 'Credits', debit: 'Debits', text: 'Remarks' },
      },
      lines: [
        ['2026-11-26', '1500.00 NGN', 'NIP TRANSFER FROM ADA BYRON KS-7Q2M-41XK', null],
        ['2026-11-25', '-52.50 NGN', '"COMMISSION "NIP" CHARGE"', null],
      ],
    },
  ),
  file(
    'BBVA (Mexico)',
    [
      'FECHA,CONCEPTO,CARGO,ABONO,SALDO',
      '26/11/2026,SPEI RECIBIDO KS-7Q2M-41XK,,"$1,500.00","$3,500.00"',
      '25/11/2026,PAGO TARJETA,"$200.00",,"$2,000.00"',
    ],
    {
      currency: 'MXN',
      format: {
        dateFormat: 'dd/mm/yyyy',
        columns: { date: 'FECHA', credit: 'ABONO', debit: 'CARGO', text: 'CONCEPTO' },
      },
      lines: [
        ['2026-11-26', '1500.00 MXN', 'SPEI RECIBIDO KS-7Q2M-41XK', null],
        ['2026-11-25', '-200.00 MXN', 'PAGO TARJETA', null],
      ],
    },
  ),
  file(
    'Nubank',
    [
      'Data,Valor,Identificador,Descrição',
      '26/11/2026,150.00,6565a1b2-1,Transferência recebida pelo Pix - Ada Byron - KS-7Q2M-41XK',
      '25/11/2026,-20.00,6565a1b2-2,Pagamento de boleto',
    ],
    {
      currency: 'BRL',
      format: {
        dateFormat: 'dd/mm/yyyy',
        columns: { date: 'Data', amount: 'Valor', id: 'Identificador', text: 'Descrição' },
      },
      lines: [
        [
          '2026-11-26',
          '150.00 BRL',
          'Transferência recebida pelo Pix - Ada Byron - KS-7Q2M-41XK',
          null,
        ],
        ['2026-11-25', '-20.00 BRL', 'Pagamento de boleto', null],
      ],
    },
  ),
  file(
    'Ziraat Bankası',
    [
      'Tarih;Fiş No;Açıklama;İşlem Tutarı;Bakiye',
      '26.11.2026;F1;Gelen FAST ADA BYRON KS-7Q2M-41XK;1.500,00 TL;3.500,00 TL',
      '25.11.2026;F2;Hesap işletim ücreti;-12,50 TL;2.000,00 TL',
      'Toplam;;;1.487,50 TL;',
    ],
    {
      mark: '\ufeff',
      currency: 'TRY',
      format: {
        delimiter: ';',
        dateFormat: 'dd.mm.yyyy',
        hasDecimalComma: true,
        columns: { date: 'Tarih', amount: 'İşlem Tutarı', text: 'Açıklama' },
      },
      lines: [
        ['2026-11-26', '1500.00 TRY', 'Gelen FAST ADA BYRON KS-7Q2M-41XK', null],
        ['2026-11-25', '-12.50 TRY', 'Hesap işletim ücreti', null],
      ],
    },
  ),
  file(
    'Kaspi',
    [
      'Дата;Сумма;Операция;Детали',
      '26.11.26;+ 15 000,00 ₸;Пополнение;KS-7Q2M-41XK',
      '25.11.26;- 2 500,00 ₸;Покупка;Магазин',
    ],
    {
      mark: '\ufeff',
      currency: 'KZT',
      format: {
        delimiter: ';',
        dateFormat: 'dd.mm.yy',
        hasDecimalComma: true,
        columns: { date: 'Дата', amount: 'Сумма', text: 'Детали' },
      },
      lines: [
        ['2026-11-26', '15000.00 KZT', 'KS-7Q2M-41XK', null],
        ['2026-11-25', '-2500.00 KZT', 'Магазин', null],
      ],
    },
  ),
];
