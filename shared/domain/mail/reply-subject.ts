/**
 * What mail programs put before the subject of a reply, in the languages in which they translate it. A number may
 * follow, as in `Re[2]:` and `Re^2:`.
 */
const PREFIXES = [
  ...['re', 'aw', 'antw', 'antwort', 'sv', 'vs', 'rif', 'r', 'res', 'resp', 'rép', 'odp', 'ynt', 'atb', 'vá', 'bls'],
  ...['ad', 'na', 'hs', 'aap', 'ref', 'enc', 'ha', 'trả lời', 'απ', 'σχετ', 'на', 'отв', 'ответ', 'відп'],
  ...['תשובה', 'השב', 'رد', 'پاسخ', '回复', '回覆', '答复', '返信', '回信', '답장', '회신', 'ตอบ', 'ตอบกลับ'],
];

const REPLY = new RegExp(`^\\s{0,9}(?:${PREFIXES.join('|')})\\s{0,3}(?:[\\[^(]?\\d{1,3}[\\])]?\\s{0,3})?[:：]`, 'iu');

/** Whether a subject begins as mail programs begin that of a reply. See: RFC 5322, section 3.6.5. */
export function isSubjectOfReply(subject: string): boolean {
  return REPLY.test(subject.slice(0, 60).normalize('NFC'));
}
