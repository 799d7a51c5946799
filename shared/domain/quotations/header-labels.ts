import type { ReadLine } from './read-lines.ts';
import { recognizable } from './recognizable-line.ts';

/** A field of the header that mail programs write above a message that they quote. */
export type HeaderField = 'from' | 'date' | 'to' | 'cc' | 'subject' | 'other';

/**
 * How mail programs name these fields, in lower case and without spaces. Sources: Outlook for Windows, Mac, phones and
 * the web, Apple Mail, Thunderbird, GMX, Lotus Notes, and the programs of Chinese and Korean providers.
 */
const LABELS: Readonly<Record<HeaderField, string>> = {
  from: `from von de da van fra från frá lähettäjä od nadawca odosielateľ odesílatel feladó küldő dela expeditor
    expeditorul от откого подател отправитель від відкого відправник από αποστολέας kimden gönderen מאת من المرسل از
    فرستنده प्रेषक द्वारा 发件人 寄件者 寄件人 發件人 差出人 送信者 送信元 보낸사람 발신 발신자 từ ngườigửi จาก ผู้ส่ง dari daripada
    pengirim šalje pošiljatelj pošiljalac шаље пошиљалац pošiljatelj nuo siuntėjas no sūtītājs saatja kellelt remitent
    remitente expéditeur mittente afzender avsender avsändare afsender absender remetente igorlea nork`,
  date: `sent date messagedu senton gesendet datum gesendetam envoyé envoyéle enviado enviadoel enviada enviadoem enviadaem
    enviat enviatel fecha data inviato verzonden sendt dato skickat lähetetty päivämäärä päiväys wysłano wysłane
    datawysłania odesláno odoslané odoslaný dátum odoslaná elküldve küldve trimis trimisla datatrimiterii изпратено
    дата датум отправлено послано надіслано відправлено στάλθηκε εστάλη ημερομηνία gönderildi gönderilmetarihi
    gönderimtarihi tarih נשלח תאריך נשלחבתאריך تاريخالإرسال أرسلت التاريخ تمالإرسال إرسال ارسالشده تاریخ
    भेजागया भेजा दिनांक तारीख 发送时间 发送日期 日期 傳送時間 寄件日期 寄件時間 发信时间 时间 時間 發送時間 送信日時 日時
    日付 보낸날짜 날짜 보낸시간 일시 đãgửi ngày ngàygửi gửi gửilúc ส่ง ส่งเมื่อ วันที่ วันที่ส่ง terkirim tanggal dikirim
    dihantar tarikh poslano poslato послато išsiųsta išsiuntimolaikas nosūtīts nosūtīšanasdatums datums saadetud
    saatmisaeg kuupäev sendur dagsetning gestuurd bidalia`,
  to: `to an à a pour para aan til till vastaanottaja do adresat adresát komu pre príjemca příjemce címzett către
    destinatar destinatarul до получател кому получатель одержувач προς kime alıcı אל לכבוד إلى الى به گیرنده प्रति को
    收件人 收件者 宛先 받는사람 수신 수신자 받는이 tới đến ngườinhận ถึง kepada untuk za prima primatelj primalac прима за
    prejemnik kam gavėjas adresāts saņēmējs kellele saaja adressaat pera destinatari destinataire destinatario
    modtager mottaker mottagare empfänger ontvanger nori`,
  cc: `cc copieà kopie copie kopi kopia kopio dw dowiadomości másolat másolatotkap kópia kópie copia cópia копие копия копія
    κοιν κοινοποίηση bilgi עותק نسخة رونوشت प्रतिलिपि 抄送 副本 ccコピー 참조 đồnggửi สำเนา tembusan salinan kopija
    копија koopia samrit`,
  subject: `subject betreff objet sujet asunto oggetto assunto onderwerp emne ämne aihe temat tytuł předmět predmet
    tárgy subiect subiectul тема относно θέμα konu נושא الموضوع موضوع विषय 主题 主旨 主題 标题 件名 題名 제목 chủđề
    tiêuđề เรื่อง หัวเรื่อง perihal subjek naslov наслов zadeva tēma tema temats teema assumpte gaia efni gai`,
  other: `bcc cci cco bcci blindkopie blindkopi dolderkopi importance wichtigkeit priorität priority sensitivity
    reply-to replyto antwortan répondreà responderà responder-a risposta attachments attachment anlagen anlage anhang
    piècesjointes piècejointe adjuntos datosadjuntos anexos allegati allegato bijlagen vedhæftedefiler bilagor vedlegg
    liitteet załączniki přílohy prílohy melléklet mellékletek ataşamente вложения вкладення ekler 附件 添付ファイル
    첨부파일 첨부 cópiaoculta crm categories kategorien mailed-by signed-by message-id references in-reply-to
    organization organisation unternehmen dringlichkeit`,
};

const FIELDS: ReadonlyMap<string, HeaderField> = new Map(
  (Object.entries(LABELS) as [HeaderField, string][]).flatMap(([field, labels]) =>
    labels.split(/\s+/).map((label) => [label, field] as const),
  ),
);

const MAX_LABEL = 32;

/** A line of the form `Label: value`. */
export interface LabeledLine {
  /** Undefined for a label that no mail program writes there. */
  readonly field: HeaderField | undefined;
  readonly label: string;
  readonly value: string;
}

/** Lines are looked at for each header that could have begun on the lines before. */
const known = new WeakMap<ReadLine, LabeledLine | 'none'>();

/** The label and the value of a line; undefined if it has no short label before a colon. */
export function labeledLine(line: ReadLine | undefined): LabeledLine | undefined {
  if (line === undefined) return undefined;
  const found = known.get(line) ?? labelOf(recognizable(line)) ?? 'none';
  known.set(line, found);
  return found === 'none' ? undefined : found;
}

function labelOf(line: string): LabeledLine | undefined {
  const start = skip(line, 0, '*_|• \t-');
  const colon = line.slice(start, start + MAX_LABEL + 2).search(/[:：]/);
  if (colon < 1) return undefined;
  const label = line
    .slice(start, start + colon)
    .replace(/[\s*_|\u200c]/g, '')
    .toLowerCase();
  if (!/^\p{L}/u.test(label)) return undefined;
  const value = line.slice(skip(line, start + colon + 1, '*_| \t')).trim();
  // `https://…` is no label.
  return value.startsWith('//') ? undefined : { field: FIELDS.get(label), label, value };
}

function skip(line: string, from: number, characters: string): number {
  let at = from;
  while (at < line.length && characters.includes(line.charAt(at))) at += 1;
  return at;
}

/** Whether a line has the form of a field of a header, in any language. */
export function isHeaderLike(line: ReadLine | undefined): boolean {
  const labeled = labeledLine(line);
  return labeled !== undefined && labeled.label.length <= 24;
}
