-- What helps people to choose: the names they type, a mark to know a game by, how its server is given, where its ID is found.

alter table games
  -- what people type for it: Thai spellings, short names, usual mistakes
  add column aliases      text[] not null default '{}',
  -- the mark on its cover; the web draws each
  add column glyph        text not null default 'star' check (glyph in (
    'shield', 'flame', 'parachute', 'crosshair', 'swords', 'star', 'comet', 'disc', 'brick', 'target', 'crown', 'ball', 'anvil', 'gear',
    'pad', 'joystick', 'controller', 'triangle', 'note', 'fist', 'gift')),
  -- how a server is called and looks; a typed one is a number that the player knows, with an anchored pattern, others are chosen from a list
  add column server_label_th text,
  add column server_label_en text,
  add column server_typed    boolean not null default false,
  add column server_pattern  text,
  add column server_example  text,
  -- ID and server together, as the game copies them
  add column paste_example   text,
  -- where the ID is found, steps, questions, where a code is redeemed (`catalogue::snapshot::GameGuide`)
  add column guide           jsonb,
  add constraint typed_server_has_a_pattern check (not server_typed or server_pattern is not null);

-- The catalogue is searched in memory.
alter table games drop column search_text;

-- How much of the game's currency a package is, with its bonus; null where packages cannot be compared by it.
alter table products add column units int check (units > 0);

-- One line of help below a channel's name.
alter table payment_channels add column note_th text, add column note_en text;
update payment_channels set name_en = 'PromptPay QR', note_th = 'สแกนจ่ายได้ทุกธนาคาร', note_en = 'Scan with any Thai bank app'
  where code = 'promptpay';
update payment_channels set note_th = 'หักจากยอดเงินในเบอร์', note_en = 'Taken from your prepaid balance' where code = 'ais_prepaid';
update payment_channels set note_th = 'รวมในบิลรายเดือน', note_en = 'Added to your monthly bill' where code = 'ais_postpaid';

-- The same banks in both languages, the largest app among them.
update banks set name_th = 'กสิกรไทย (K PLUS)', name_en = 'KBank (K PLUS)', position = 1 where code = 'kbank';
insert into banks (code, name_th, name_en, app_url, position) values
  ('scb', 'ไทยพาณิชย์ (SCB EASY)', 'SCB (SCB EASY)', 'scbeasy://', 2) on conflict (code) do nothing;
update banks set name_th = 'กรุงเทพ (Bangkok Bank)', name_en = 'Bangkok Bank', position = 3 where code = 'bbl';
update banks set name_th = 'กรุงไทย (Krungthai NEXT)', name_en = 'Krungthai (Krungthai NEXT)', position = 4 where code = 'ktb';
update banks set name_th = 'กรุงศรี (krungsri)', name_en = 'Krungsri (krungsri)', position = 5 where code = 'bay';

-- Who wants to hear when something can be bought again. Told once, the wish is gone.
create table stock_alerts (
  user_id    bigint not null references users on delete cascade,
  product_id bigint not null references products on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, product_id)
);
create index stock_alerts_product on stock_alerts (product_id);
