/* The card form: sends the card to the vault, and only the token to the page that opened it. */
'use strict';

const words = {
  th: {
    title: 'ชำระด้วยบัตร', notice: 'หน้าจำลอง อย่ากรอกบัตรจริง', number: 'หมายเลขบัตร', expiry: 'วันหมดอายุ (ดด/ปป)', code: 'รหัส CVV',
    name: 'ชื่อบนบัตร', email: 'อีเมลผู้ถือบัตร', phone: 'เบอร์โทรศัพท์ผู้ถือบัตร', pay: 'ชำระเงิน', close: 'ปิด', baht: 'บาท', busy: 'กำลังตรวจสอบ…',
    badNumber: 'หมายเลขบัตรไม่ถูกต้อง', badExpiry: 'วันหมดอายุไม่ถูกต้อง', past: 'บัตรหมดอายุแล้ว', badCode: 'รหัส CVV ไม่ถูกต้อง',
    badName: 'กรุณากรอกชื่อบนบัตร', badEmail: 'อีเมลไม่ถูกต้อง', badPhone: 'เบอร์โทรศัพท์ไม่ถูกต้อง', refused: 'ตรวจสอบบัตรไม่ได้ กรุณาลองอีกครั้ง',
  },
  en: {
    title: 'Pay by card', notice: 'Simulated form: do not enter a real card', number: 'Card number', expiry: 'Expiry (MM/YY)', code: 'Security code',
    name: 'Name on card', email: 'Cardholder’s e-mail', phone: 'Cardholder’s phone', pay: 'Pay', close: 'Close', baht: 'THB', busy: 'Checking…',
    badNumber: 'The card number is not valid', badExpiry: 'The expiry date is not valid', past: 'The card has expired', badCode: 'The security code is not valid',
    badName: 'Enter the name on the card', badEmail: 'The e-mail is not valid', badPhone: 'The phone number is not valid', refused: 'The card cannot be checked. Please try again.',
  },
};
const query = new URLSearchParams(location.search);
const lang = query.get('locale') === 'th' ? 'th' : 'en';
const t = words[lang];
const $ = (id) => document.getElementById(id);
const fields = ['number', 'expiry', 'code', 'name', 'email', 'phone'];
let busy = false;

function send(message) {
  // Only the origin that opened the form receives the token.
  const origin = query.get('origin');
  if (origin) parent.postMessage({ sender: 'omise-card-form', ...message }, origin);
}
const close = () => send({ type: 'close' });

function amount() {
  const currency = query.get('currency') ?? 'THB';
  const satang = Number(query.get('amount'));
  if (!Number.isInteger(satang) || satang <= 0) return '';
  return (satang / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }) + ' ' + (currency === 'THB' ? t.baht : currency);
}

function show(field, text) {
  $(`card-${field}-problem`).textContent = text ?? '';
  if (text) $(`card-${field}`).setAttribute('aria-invalid', 'true');
  else $(`card-${field}`).removeAttribute('aria-invalid');
}

const digits = (field) => $(`card-${field}`).value.replace(/\D/g, '');

function passesLuhn(number) {
  let sum = 0;
  [...number].reverse().forEach((digit, place) => {
    const value = Number(digit) * (place % 2 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return number.length >= 13 && number.length <= 19 && sum % 10 === 0;
}

function expiry() {
  const match = /^\s*(\d{1,2})\s*[/\- ]?\s*(\d{2}|\d{4})\s*$/.exec($('card-expiry').value);
  if (!match) return null;
  const month = Number(match[1]);
  const year = match[2].length === 2 ? 2000 + Number(match[2]) : Number(match[2]);
  return month >= 1 && month <= 12 ? { month, year } : null;
}

/** Returns the text of the field's problem, if it has one. */
function problem(field) {
  const value = $(`card-${field}`).value.trim();
  if (field === 'number') return passesLuhn(digits('number')) ? undefined : t.badNumber;
  if (field === 'code') return /^\d{3,4}$/.test(value) ? undefined : t.badCode;
  if (field === 'name') return value ? undefined : t.badName;
  if (field === 'email') return !value || /^\S+@\S+\.\S+$/.test(value) ? undefined : t.badEmail;
  if (field === 'phone') return !value || (/^[+\d\s()-]+$/.test(value) && digits('phone').length >= 9) ? undefined : t.badPhone;
  const date = expiry();
  if (!date) return t.badExpiry;
  const now = new Date();
  return date.year * 12 + date.month < now.getFullYear() * 12 + now.getMonth() + 1 ? t.past : undefined;
}

/** Shows a refusal of the vault at the field that it is about. */
function refuse(error) {
  const about = [['number', 'number', t.badNumber], ['expiration', 'expiry', t.badExpiry], ['security', 'code', t.badCode], ['name', 'name', t.badName]];
  const found = error?.code === 'invalid_card' && about.find(([word]) => error.message.startsWith(word));
  if (found) {
    show(found[1], found[2]);
    $(`card-${found[1]}`).focus();
  } else {
    $('problem').textContent = t.refused;
  }
}

async function submit(event) {
  event.preventDefault();
  if (busy) return;
  $('problem').textContent = '';
  let first = null;
  for (const field of fields) {
    const text = problem(field);
    show(field, text);
    if (text) first ??= field;
  }
  if (first) {
    $(`card-${first}`).focus();
    return;
  }
  busy = true;
  $('submit').disabled = true;
  $('submit').textContent = t.busy;
  const { month, year } = expiry();
  const card = { name: $('card-name').value.trim(), number: digits('number'), expiration_month: month, expiration_year: year, security_code: $('card-code').value.trim() };
  const contact = { email: $('card-email').value.trim(), phone_number: $('card-phone').value.trim() };
  for (const [name, value] of Object.entries(contact)) if (value) card[name] = value;
  try {
    const response = await fetch('vault/tokens', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Basic ' + btoa((query.get('publicKey') ?? '') + ':') },
      body: JSON.stringify({ card }),
    });
    const answer = await response.json();
    if (response.ok) {
      send({ type: 'token', token: answer.id });
      return;
    }
    refuse(answer);
  } catch {
    refuse();
  } finally {
    busy = false;
    $('submit').disabled = false;
    $('submit').textContent = label();
  }
}

const label = () => query.get('submitLabel') ?? [t.pay, amount()].filter(Boolean).join(' ');

function keepFocus(event) {
  if (event.key === 'Escape') return close();
  if (event.key !== 'Tab') return;
  const stops = [...document.querySelectorAll('button:not(:disabled), input')];
  const [first, last] = [stops[0], stops[stops.length - 1]];
  if (event.shiftKey && document.activeElement === first) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && document.activeElement === last) {
    event.preventDefault();
    first.focus();
  }
}

/** Groups the number in fours while it is typed at its end. */
function group() {
  const input = $('card-number');
  if (input.selectionStart !== input.value.length) return;
  input.value = digits('number').slice(0, 19).replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Puts the slash between month and year while they are typed. */
function slash(event) {
  const input = $('card-expiry');
  if (event.inputType?.startsWith('delete')) return;
  if (/^\d{4}$/.test(input.value)) input.value = input.value.slice(0, 2) + '/' + input.value.slice(2);
  else if (/^\d{2}$/.test(input.value)) input.value += '/';
}

document.documentElement.lang = lang;
for (const element of document.querySelectorAll('[data-t]')) element.textContent = t[element.dataset.t];
$('title').textContent = query.get('frameLabel') ?? t.title;
$('notice').textContent = [amount(), t.notice].filter(Boolean).join(' · ');
$('close').setAttribute('aria-label', t.close);
$('submit').textContent = label();
$('form').addEventListener('submit', submit);
$('close').addEventListener('click', close);
$('card-number').addEventListener('input', group);
$('card-expiry').addEventListener('input', slash);
document.addEventListener('keydown', keepFocus);
for (const field of fields) $(`card-${field}`).addEventListener('input', () => show(field));
$('card-number').focus();
window.addEventListener('focus', () => { if (document.activeElement === document.body) $('card-number').focus(); });
