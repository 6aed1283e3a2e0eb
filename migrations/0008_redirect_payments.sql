-- Payments in the app or on the page of a bank or wallet.

alter table shop.payments
  -- The provider's page on which the buyer pays.
  add column authorize_url      text,
  -- The device that the charge was made for: an app opens by its link only there.
  add column device             text not null default 'web' check (device in ('ios', 'android', 'web')),
  -- Hash of the link that opens this payment on a phone, once.
  add column hand_over_hash     bytea unique,
  add column hand_over_until    timestamptz,
  -- Set by the link's opening, and kept by the attempt that is made for the phone.
  add column opened_on_phone_at timestamptz,
  -- No charge is made until the buyer has given a card.
  add column awaits_card        boolean not null default false,
  -- The provider's single-use name of the card; forgotten once the charge is made.
  add column card_token         text,
  -- The buyer wants it kept for the next time.
  add column keeps_card         boolean not null default false,
  add column saved_card_id      bigint,
  -- The card that pays, as the provider describes it.
  add column card_brand         text,
  add column card_last_digits   text,
  add column card_fingerprint   text;

-- Cards at the provider's, by its names: no number reaches us.
create table shop.saved_cards (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references people.users on delete cascade,
  customer     text not null,
  card         text not null unique,
  brand        text not null,
  last_digits  text not null,
  expires_on   date not null,
  fingerprint  text not null,
  created_at   timestamptz not null,
  -- Set by the first payment by it. Until then it is not offered, and after a day it is forgotten.
  confirmed_at timestamptz
);
create index saved_cards_user on shop.saved_cards (user_id, id);
create index saved_cards_unconfirmed on shop.saved_cards (created_at) where confirmed_at is null;
alter table shop.payments add foreign key (saved_card_id) references shop.saved_cards on delete set null;
create index payments_saved_card on shop.payments (saved_card_id) where saved_card_id is not null;

-- The usual time of a channel is measured from the last day's payments.
create index payments_captured on shop.payments (captured_at) where captured_at is not null;

alter table shop.payment_channels
  -- What the buyer's bank shows as the payee.
  add column name_at_bank text,
  -- Whether money can go back the way it came: all of it, a part, within so many days.
  add column refund_whole boolean not null default false,
  add column refund_part  boolean not null default false,
  add column refund_days  int,
  -- Tries in a row that its bank did not answer. After some the channel closes by itself, and is tried again at `probe_at`.
  add column failures     int not null default 0,
  add column down_since   timestamptz,
  add column probe_at     timestamptz;

insert into shop.payment_channels
  (code, name_th, name_en, position, min_satang, max_satang, note_th, note_en, name_at_bank, refund_whole, refund_part, refund_days) values
  ('kbank', 'K PLUS', 'K PLUS', 4, 2000, 5000000, 'กสิกรไทย', 'Kasikornbank', 'OPN*MANAO', false, false, null),
  ('scb', 'SCB EASY', 'SCB EASY', 5, 2000, 5000000, 'ไทยพาณิชย์', 'Siam Commercial Bank', 'OPN*MANAO', false, false, null),
  ('bbl', 'Bualuang mBanking', 'Bualuang mBanking', 6, 2000, 5000000, 'ธนาคารกรุงเทพ', 'Bangkok Bank', 'OPN*MANAO', false, false, null),
  ('ktb', 'Krungthai NEXT', 'Krungthai NEXT', 7, 2000, 5000000, 'กรุงไทย', 'Krungthai Bank', 'OPN*MANAO', false, false, null),
  ('bay', 'KMA krungsri', 'KMA krungsri', 8, 2000, 5000000, 'กรุงศรี', 'Krungsri', 'OPN*MANAO', false, false, null),
  ('card', 'บัตรเครดิต เดบิต', 'Credit or debit card', 9, 2000, 5000000, 'วีซ่า มาสเตอร์การ์ด เจซีบี', 'Visa, Mastercard, JCB', 'OPN*MANAO', true, true, null),
  ('wallet', 'ทรูมันนี่', 'TrueMoney', 10, 2000, 3000000, 'จ่ายในแอปทรูมันนี่ภายใน 3 นาที', 'Paid in the TrueMoney app within 3 minutes', 'OPN*MANAO', true, true, 30),
  ('linepay', 'LINE Pay', 'LINE Pay', 11, 2000, 5000000, 'จ่ายด้วยกระเป๋าเงิน LINE Pay', 'Paid from a LINE Pay wallet', 'OPN*MANAO', true, true, 60);
