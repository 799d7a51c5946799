/**
 * A secret of Standard Webhooks as files, variables and other tools have it, and what is no longer that secret, each
 * with the outcome of a verification.
 *
 * @param secret `whsec_` and 32 bytes in base64url without padding.
 */
export function secretForms(secret: string): [form: string, secret: string, outcome: string][] {
  const text = secret.replace(/^whsec_/, '');
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  const same = [
    ['in base64url with padding', `${secret}=`],
    ['in base64', `whsec_${standard}`],
    ['in base64 with padding', `whsec_${standard}=`],
    ['with more padding than it needs', `whsec_${standard}==`],
    ['without its prefix', text],
    ['without its prefix, in base64 with padding', `${standard}=`],
    ['and white space around it', `\t ${secret}\r\n`],
  ] as const;
  const other = [
    ['that a line break divides', `${secret.slice(0, 20)}\n${secret.slice(20)}`],
    ['that a blank divides', `whsec_ ${text}`],
    ['that a padding divides', `${secret.slice(0, 20)}=${secret.slice(20)}`],
    ['with a character of neither alphabet', `${secret.slice(0, -1)}.`],
    ['of a length that no base64 has', `${secret}AA`],
    ['with its prefix in capitals', secret.replace('whsec', 'WHSEC')],
  ] as const;
  return [
    ...same.map(([form, written]): [string, string, string] => [form, written, 'valid']),
    ...other.map(([form, written]): [string, string, string] => [form, written, 'signature_mismatch']),
  ];
}
