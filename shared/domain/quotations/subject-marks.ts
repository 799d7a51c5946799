/** What mail programs put before the subject of a forwarded message, in their languages, in lower case. */
const FORWARDED: ReadonlySet<string> = new Set([
  ...['fwd', 'fw', 'wg', 'wtr', 'tr', 'rv', 'i', 'enc', 'encam', 'vs', 'vb', 'vl', 'pd', 'videresend', 'videresendt'],
  ...['vidarebefordrat', 'doorst', 'doorgestuurd', 'redir', 'red', 'továbbítás', 'tov', 'i̇lt', 'ilt', 'prp', 'пересл'],
  ...['πρθ', 'προώθ', 'הועבר', 'إعادة توجيه', 'إعادةتوجيه', 'ارجاع', '转发', '轉寄', '转寄', '轉發', '転送', '전달'],
  ...['chuyển tiếp', 'trs', 'prosl', 'prosleđeno', 'přeposláno', 'доп', 'перес', 'ส่งต่อ', 'persiųsta', 'edasi'],
]);

/** What mail programs put before the subject of a reply, in their languages, in lower case. */
const ANSWERED: ReadonlySet<string> = new Set([
  ...['re', 'aw', 'antw', 'antwort', 'sv', 'ref', 'rif', 'r', 'res', 'resp', 'odp', 'ynt', 'yan', 'vá', 'vs', 'bls'],
  ...['atb', 'ats', 'rép', 'rep', 'ha', 'на', 'отв', 'отг', 'від', 'απ', 'σχετ', 'השב', 'תגובה', 'תשובה', 'رد', 'پاسخ'],
  ...['回复', '答复', '回覆', '答覆', '返信', '회신', '답장', 'trả lời', 'tl', 'ตอบกลับ', 'ตอบ', 'balas', 'odg', 'одг'],
]);

/** Counters of replies: `Re[2]`, `Re(2)`, `Re*2`, `RE^2`. */
const COUNTER = /^([^\s[(*^\d]{1,20})[[(*^]?\d{0,3}[\])]?$/;

/** Whether the subject begins as that of a forwarded message. See: docs/safe-reading.md#quotations. */
export function beginsAsForward(subject: string): boolean {
  return FORWARDED.has(prefixOf(subject));
}

/** Whether the subject begins as that of a reply, such as `Re:` or `AW:`. */
export function beginsAsAnswer(subject: string): boolean {
  return ANSWERED.has(prefixOf(subject));
}

/** The characters of the mark of a reply at the beginning of a subject, with its colon; 0 if there is none. */
export function answerMarkLength(subject: string): number {
  const colon = colonAt(subject);
  return colon !== -1 && ANSWERED.has(markOf(subject.slice(0, colon))) ? colon + 1 : 0;
}

/** `VS:` is for a forward in Danish and Norwegian, and for a reply in Finnish. */
export function beginsInTwoWays(subject: string): boolean {
  return prefixOf(subject) === 'vs';
}

/** The first prefix of a subject in lower case, behind the names of mailing lists; `''` if it has none. */
function prefixOf(subject: string): string {
  let rest = subject.slice(0, 300).trim();
  for (let lists = 0; lists < 3 && rest.startsWith('['); lists += 1) {
    const end = rest.indexOf(']');
    if (end === -1) break;
    rest = rest.slice(end + 1).trimStart();
  }
  const colon = colonAt(rest);
  return colon === -1 ? '' : markOf(rest.slice(0, colon));
}

function colonAt(subject: string): number {
  return subject.slice(0, 24).search(/[:：]/);
}

/** The mark before a colon, without its counter. */
function markOf(text: string): string {
  const prefix = text.trim().toLowerCase().replace(/\.$/, '');
  return COUNTER.exec(prefix)?.[1] ?? prefix;
}
