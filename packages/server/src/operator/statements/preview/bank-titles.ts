import { plainTitle } from '../../../brands/csv-titles.ts';
import type { StatementColumn } from '../../../brands/statement-format.ts';

/** Words of banks' headers, as {@link plainBankTitle} writes them, the surest first. */
const titles: Readonly<Partial<Record<StatementColumn, string>>> = {
  date: `bookingdate bookedon transactiondate txndate trandate trxdate postingdate posteddate
    postdate transdate datecompleted completeddate date buchungstag buchungsdatum buchung datum
    boekdatum dateopération dateoperation datedecomptabilisation fechadeoperación fechadeoperacion
    fechaoperación fechaoperacion fechacontable fecha datalançamento datadolançamento
    datamovimento data dataoperazione datacontabile dataoperacji dataksięgowania işlemtarihi
    islemtarihi tarih датаоперации датапроводки дата датаічасоперації датаoperatsii датаоперації
    datatranzacției datatranzactiei datumzaúčtování datumprovedení könyvelésdátuma dátum tanggal
    tarikh ngàygiaodịch ngày तारीख दिनांक التاريخ تاريخ күні sana valuedate`,
  amount: `amount transactionamount txnamount betrag umsatz bedrag montant importe monto valor
    importo kwota kwotaoperacji kwotatransakcji tutar işlemtutarı islemtutari сумма
    суммаоперации сума сумаоперації sumă suma sumatranzactiei částka castka objem összeg jumlah
    mutasi nominal sốtiền sotien राशि المبلغ сомасы summa`,
  credit: `credit creditamount credits paidin moneyin deposit deposits depositamt depositamount
    lodgement lodgements haben gutschrift crédit abono abonos haber ingreso ingresos crédito
    credito créditos avere entrate uznania uznanie alacak приход кредит зачисление поступление
    надходження încasare credita kredit bevétel jóváírás masuk ghicó ghico có जमा دائن кіріс
    kirim entrada entradas`,
  debit: `debit debitamount debits paidout moneyout withdrawal withdrawals withdrawalamt
    withdrawalamount soll lastschrift belastung débit cargo cargos debe gasto débito debito
    débitos dare uscite obciążenia obciążenie borç borc расход дебет списание видаток плата
    plată debet kiadás terhelés keluar ghinợ ghino nợ आहरण निकासी مدين шығыс chiqim saída saidas
    saídas`,
  direction: `direction drcr crdr cd dc debitcredit creditdebit debitcreditindicator
    creditdebitindicator afbij sollhaben sh hs tipodemovimiento tipomovimento naturaleza
    borçalacak ba направление типоперации дк dk`,
  currency: `currency currencycode ccy paymentcurrency währung waehrung muntsoort devise divisa
    moneda moeda valuta waluta dövizcinsi doviz валюта валютаоперации валютаоперації monedă mena
    měna devizanem deviza matauang loạitiền मुद्रा العملة valyuta`,
  id: `transactionid id bankreference identificador transactionreference dekontno txnid utr`,
  text: `paymentreference verwendungszweck buchungstext mededelingen narration narrative
    transactionremarks remarks particulars description details purpose remittanceinformation
    omschrijving libellé libelle motif concepto descripción descripcion referencia descrição
    descricao histórico historico causale descrizione opisoperacji opis tytuł tytułoperacji
    açıklama aciklama назначениеплатежа описаниеоперации описание призначенняплатежу
    деталиоперации деталіоперації детали detaliitranzactie detalii zprávapropříjemce popis
    közlemény keterangan butiran diễngiải nộidung विवरण البيان الوصف сипаттама tafsilot text
    reference`,
  payer: `payer payername counterparty counterpartyname namezahlungsbeteiligter
    beguenstigterzahlungspflichtiger begünstigterzahlungspflichtiger begünstigterauftraggeber
    auftraggeberbegünstigter naamomschrijving naamtegenpartij nadawca nadawcaodbiorca контрагент
    плательщик платник gönderen nomedopagador ordenante ordinante donneurdordre sender sendername`,
  payerAccount: `payeraccount payeriban counterpartyaccount counterpartyiban kontonummeriban
    ibanzahlungsbeteiligter ibanaccountnumber tegenrekening rachunekkontrahenta karşıiban
    счетконтрагента senderaccount`,
  endToEndId: `endtoendid endtoendreference endtoendreferenz kundenreferenzendtoend
    customerreference`,
};

const words = Object.fromEntries(
  Object.entries(titles).map(([column, text]) => [column, text.split(/\s+/)]),
) as Partial<Record<StatementColumn, readonly string[]>>;

const longestTitle = 100;

/** Normalizes a title, and leaves out what is in parentheses and all marks; `İ` is an `i`. */
const plainBankTitle = (title: string) =>
  plainTitle(title.slice(0, longestTitle).replaceAll(/\(.*?\)|\[.*?\]/g, ''))
    .normalize('NFC')
    .replaceAll('\u0307', '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Returns the places of the titles that a column may have, the surest first. */
export function findPlaces(column: StatementColumn, head: readonly string[]): number[] {
  const plain = head.map(plainBankTitle);
  return (words[column] ?? []).flatMap((word) =>
    plain.flatMap((title, place) => (title === word ? [place] : [])),
  );
}
