/**
 * Words that are one token, with or without a blank before them and in upper or lower case at their beginning, for all
 * tokenizers that `estimateTokens` was compared with. About half of an English text consists of them.
 */
export const COMMON_WORDS: readonly string[] = `
  the of and to in is that for it was on are as with his they at be this have from or one had by not but what all were
  when we there can an your which their if do will each about how up out then she many some so these would other into
  has more her two like see time could no make than first its who now people my made over did down only way find use
  may water long little very after words called just where most know get through back much before go good new write
  our used me man too any day same right look think also around another come work three word must because does part
  even place well such here take why things help put years different away again off old number great tell say small
  every found still between name should home big give air line set own under read last never us left end along while
  next sound below something both few those always show large house world going want school important until form food
  keep children land side without boy once life sometimes four head above kind almost live page got earth need far
  hand high year mother light parts country father let night following picture being study second soon times story
  since white days ever paper hard near better best during today others sure means try young sun thing whole example
  change answer room sea top learn point city play five using usually money seen car given order open ground cold
  really table remember course front space inside sad early close though message email mail please thank thanks
  account team business service date information company customer contact support request address click link update
  per via http com org html id type true false null text status user data file list subject reply forward sent
  received invoice payment price total meeting call phone week month note project product report review details
  available access system security key code server response value field error test result version default object
  string array return function class public static const import export async body header content description der die
  das und ein mit sie den im dem ich les des que est pour pas sur par plus vous el la los las con por del para il di
  che non le da en un se et sa ce au qui du ne os em um van
`
  .trim()
  .split(/\s+/);
