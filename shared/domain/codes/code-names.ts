import { anyOf, patternsOf } from './patterns.ts';

/**
 * Names of codes that prove who the reader is, and of nothing else: in English, German, French, Spanish and Portuguese,
 * Italian, Romanian and Catalan, Dutch, Swedish, Danish, Norwegian, Finnish, Polish, Czech, Slovak, Hungarian, Turkish,
 * Russian, Ukrainian, Bulgarian, Greek, Japanese, Chinese, Korean, Arabic, Persian, Hebrew, Hindi, Thai, Vietnamese and
 * Indonesian.
 */
const STRONG = patternsOf(String.raw`
  verification (?:code|number|pin)  verify code  one[- ]time (?:code|pass ?code|password|pin|security code)
  (?:log[- ]?in|sign[- ]?(?:in|up)|guard|launch|authentication|authorization|2fa|two[- ]factor|mfa) (?:code|pass ?code|pin)
  security code  otp  email code  temporary (?:code|password)
  (?:best[äa]tigungs|einmal|sicherheits|verifizierungs|verifikations|anmelde|login|pr[üu]f|freischalt)-?code
  einmal-?(?:passwort|kennwort)  best[äa]tigungs-?pin  (?:mobile|sms|e-?mail)-?tan
  code (?:de |d[’'])(?:v[ée]rification|s[ée]curit[ée]|connexion|authentification|validation)  code [àa] usage unique
  mot de passe [àa] usage unique  code temporaire
  c[óo]digo (?:de |[úu]nico de )?(?:verifica(?:ci[óo]n|[çc][ãa]o)|seguri?dad|seguran[çc]a|acceso|acesso|login|un solo uso)
  c[óo]digo de (?:uso [úu]nico|autentica(?:ci[óo]n|[çc][ãa]o)|inicio de sesi[óo]n|confirma(?:ci[óo]n|[çc][ãa]o) de (?:e-?mail|correo))
  contrase[ñn]a de un solo uso  senha de uso [úu]nico  c[óo]digo de un [úu]nico uso
  codice (?:di )?(?:verifica|sicurezza|accesso|autenticazione)  codice (?:monouso|temporaneo)  codi de verificaci[óo]
  cod(?:ul)?(?: t[ăa]u)? de (?:verificare|securitate|autentificare|acces)
  (?:verificatie|beveiligings|inlog|eenmalige |controle)-?code  eenmalig wachtwoord
  (?:verifierings|verifikations|eng[åa]ngs|s[äa]kerhets|inloggnings)-?kod(?:en)?  eng[åa]ngsl[öo]senord
  (?:bekr[æe]ft(?:else)?s|engangs|sikkerheds|sikkerhets|verifi[ck](?:erings|ations|asjons)|logind?|p[åa]loggings|innloggings)-?kode(?:n)?
  (?:vahvistus|kertak[äa]ytt[öo]|turva|kirjautumis|varmistus)-?koodi\p{L}*
  kod(?:em)? (?:weryfikacyjny(?:m)?|weryfikacji|bezpiecze[ńn]stwa|jednorazowy|logowania|autoryzacyjny|uwierzytelniaj[ąa]cy)
  jednorazow[yea]\p{L}* (?:kod|has[łl]o)
  (?:ov[ěe][řr]ovac[íi]|bezpe[čc]nostn[íi]|jednor[áa]zov[ýy]|overovac[íi]|p[řr]ihla[šs]ovac[íi]) k[óo]d
  (?:ellen[őo]rz[őo]|biztons[áa]gi|egyszer haszn[áa]latos|hiteles[íi]t[őo]|bel[ée]p[ée]si|azonos[íi]t[óo]) ?-?k[óo]d\p{L}*
  (?:do[ğg]rulama|onay|g[üu]venlik|giri[şs]|tek kullan[ıi]ml[ıi]k) (?:kod|[şs]ifre|parola)\p{L}*
  код\p{L}* (?:подтверждения|проверки|безопасности|доступа|авторизации|верификации|входа|для входа|за потвърждение)
  (?:проверочн|одноразов|защитн)\p{L}* (?:код|пароль)\p{L}*  код\p{L}* (?:підтвердження|перевірки|безпеки|для входу)
  одноразов\p{L}* (?:код|пароль)  κωδικ[όο]ς? (?:επαλήθευσης|επιβεβαίωσης|ασφαλείας|μίας χρήσης|μιας χρήσης|σύνδεσης)
  認証(?:コード|番号)  確認(?:コード|番号)  ワンタイム(?:パスワード|コード)  セキュリティ ?コード  検証コード  ログインコード  验证码  驗證碼  校验码  校驗碼  动态(?:密)?码
  一次性(?:密码|密碼|代码)  安全(?:代)?码  确认码  登录码  認證碼  인증 ?(?:번호|코드)  확인 ?코드  보안 ?코드  일회용 ?(?:비밀번호|코드)  로그인 ?코드
  رمز (?:التحقق|التأكيد|الأمان|الدخول|المرور المؤقت)  كود (?:التحقق|التفعيل)  کد (?:تأیید|تایید|ورود|یکبار مصرف)
  קוד (?:ה)?(?:אימות|אבטחה|התחברות|כניסה|חד[- ]פעמי)  סיסמה חד[- ]פעמית  (?:सत्यापन|सुरक्षा|लॉगिन) कोड  ओटीपी
  वन[- ]टाइम पासवर्ड  รหัส(?:ยืนยัน|OTP|ความปลอดภัย|ผ่านแบบใช้ครั้งเดียว|เข้าสู่ระบบ)\p{L}*
  mã (?:xác (?:minh|thực|nhận)|bảo mật|đăng nhập|otp)  kode (?:verifikasi|otp|keamanan|masuk|konfirmasi)
`);

/** Names of such codes that are also those of discounts, bookings or areas. */
const WEAK = patternsOf(String.raw`
  confirmation code  activation code  access code  pass ?code  pin(?:[- ]?code)?  codes?  tan  kennwort
  code de confirmation  c[óo]digos?  codice  cod(?:ul)?  codi  kod(?:en|u|unuz|em)?  kode(?:n)?  koodi(?:si)?  k[óo]d
  bevestigingscode  toegangscode  zugangscode  aktivierungscode  zugangs-?pin  bekr[äa]ftelsekod
  meger[őo]s[íi]t[őo] k[óo]d  potvrzovac[íi] k[óo]d  kod potwierdzaj[ąa]cy  код(?:ом)?  пароль  κωδικ[όο]ς?  コード  暗証番号
  代码  代碼  코드  رمز  كود  کد  קוד  कोड  รหัส  mã
`);

export const STRONG_NAMES = anyOf(STRONG, 'g');
export const WEAK_NAMES = anyOf(WEAK, 'g');
