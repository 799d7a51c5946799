import { anyOf, patternsOf } from './patterns.ts';

/** Words of lines about codes for something else: discounts, bookings, deliveries, meetings, doors. */
const OTHER_PURPOSES = patternsOf(String.raw`
  promo\p{L}*  discount  coupon  voucher  gift  checkout  sale  save  off  deal  offer  referral  postal  zip  post
  area  country  dial\p{L}*  bar  qr  source  dress  error  status  exit  swift  sort  tax  product  item  article
  sku  booking  reservation  order  tracking  shipment  par[c]el  flight  boarding  itinerary  check-in  guests?
  meeting  webinar  zoom  conference  invoice  reference  wi-?fi  door  gate  locker  pick-?up  collection  invite
  customer  member\p{L}*  cvv  cvc  puk  html  gutschein\p{L}*  rabatt\p{L}*  aktions\p{L}*  postleitzahl
  buchungs?\p{L}*  bestell\p{L}*  sendungs?\p{L}*  kunden\p{L}*  remise  r[ée]duction  r[ée]servation  commande  suivi
  descuento  promocional  cup[óo]n  reserva  pedido  seguimiento  rastreio  rastreamento  desconto  sconto  fiscale
  prenotazione  ordine  spedizione  kortings?\p{L}*  boeking  bestelling  rabat\p{L}*  pocztowy  zam[óo]wieni\p{L}*
  slevov\p{L}*  kedvezm[ée]ny\p{L}*  indirim  kupon  sipari[şs]  промокод\p{L}*  скид\p{L}*  почтов\p{L}*  заказ\p{L}*
  товар\p{L}*  クーポン  割引  郵便番号  予約  注文  优惠  折扣  邮政  订单  預訂  쿠폰  할인  주문  خصم  هدية  הנחה  קופון  छूट  ส่วนลด  giảm giá
  diskon
`);

/** Words of lines that ask their reader to prove who they are. */
const PURPOSE = patternsOf(String.raw`
  verif\p{L}*  authenticat\p{L}*  sign(?:ed|ing)?[- ]?(?:in|up)  log(?:ged|ging)?[- ]?in  one[- ]time  expires?
  two[- ]factor  valid for  do not share  don[’']t share  never share  identity  did ?n[o’']t (?:request|ask|try)
  confirm your (?:e-?mail|account|identity|address)  best[äa]tig\p{L}*  anmeld\p{L}*  einlogg\p{L}*  g[üu]ltig
  registrier\p{L}*  connexion  connecter  v[ée]rifi\p{L}*  valable  expir\p{L}*  inici\p{L}* (?:de )?sesi[óo]n  caduca
  vence  v[áa]lid[oa]  iniciar sess[ãa]o  acced\p{L}*  accesso  scade  inlogg\p{L}*  geldig  verloopt  logga in
  giltig  log ind  logg(?:e)? inn  gyldig  udl[øo]ber  utl[øo]per  kirjaud\p{L}*  voimassa  vahvista\p{L}*
  zalog\p{L}*  logowani\p{L}*  wa[żz]n[ye]  wygas\p{L}*  weryfik\p{L}*  p[řr]ihl[áa][šs]\p{L}*  platn\p{L}*
  ov[ěe][řr]\p{L}*  bejelentkez\p{L}*  [ée]rv[ée]nyes\p{L}*  autentific\p{L}*  conect\p{L}*  valabil\p{L}*  giri[şs]
  do[ğg]rula\p{L}*  ge[çc]erli\p{L}*  вход\p{L}*  войти  подтверд\p{L}*  действ\p{L}*  никому  увійти  входу
  підтверд\p{L}*  дійсн\p{L}*  σύνδεση\p{L}*  συνδε\p{L}*  επαλήθευσ\p{L}*  ισχύει  λήγει  ログイン  認証  有効  サインイン  登录  验证
  有效  登入  驗證  로그인  인증  유효  تسجيل  التحقق  صالح  ورود  معتبر  להתחבר  התחברות  אימות  בתוקף  कोड मान्य  सत्यापन  लॉगिन
  เข้าสู่ระบบ  ยืนยัน  หมดอายุ  đăng nhập  xác (?:minh|thực|nhận)  hết hạn  masuk  verifikasi  berlaku  kedaluwarsa
`);

export const OTHER_PURPOSE = anyOf(OTHER_PURPOSES);
export const PROVING_PURPOSE = anyOf(PURPOSE);
