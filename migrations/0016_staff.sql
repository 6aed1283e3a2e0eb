-- The provider's staff: roles instead of one right, a second factor, and sessions in the console.

create table people.staff_roles (
  -- e-mail, or msisdn as 66…; possibly before the person's first login
  identifier citext not null,
  role       text not null check (role in ('support', 'content', 'catalogue', 'finance', 'esports', 'admin')),
  granted_at timestamptz not null,
  -- the admin; none: at the command line
  granted_by bigint references people.users,
  note       text,
  primary key (identifier, role)
);
-- Whoever was an operator may do what operators could. Nobody was an admin.
insert into people.staff_roles (identifier, role, granted_at, note)
  select identifier, role, granted_at, note from people.operator_grants
         cross join unnest(array['support', 'content', 'catalogue', 'finance', 'esports']) role;
drop table people.operator_grants;

-- Second factors.
create table people.passkeys (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references people.users on delete cascade,
  -- as the person calls it
  name          text not null,
  credential_id bytea not null unique,
  -- public key, counter and flags, as the library stores them
  credential    jsonb not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkeys_user on people.passkeys (user_id);

create table people.totp_factors (
  user_id      bigint primary key references people.users on delete cascade,
  -- sealed, tied to the person; none before the first is confirmed
  secret       bytea,
  -- one that is being set up, until its first code
  new_secret   bytea,
  created_at   timestamptz not null,
  confirmed_at timestamptz,
  -- the time step of the last code: each is used once
  last_step    bigint not null default 0
);

create table people.recovery_codes (
  user_id bigint not null references people.users on delete cascade,
  hash    bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- What a browser was asked to sign, for five minutes.
create table people.factor_challenges (
  id         uuid primary key,
  user_id    bigint not null references people.users on delete cascade,
  session_id uuid not null references people.sessions on delete cascade,
  kind       text not null check (kind in ('register', 'prove')),
  state      jsonb not null,
  expires_at timestamptz not null
);
create index factor_challenges_expiry on people.factor_challenges (expires_at);
create index factor_challenges_user on people.factor_challenges (user_id);
create index factor_challenges_session on people.factor_challenges (session_id);

create table people.console_sessions (
  id           uuid primary key,
  -- of the secret in the browser's cookie
  hash         bytea not null unique,
  user_id      bigint not null references people.users on delete cascade,
  -- the login that it belongs to: it ends with that
  session_id   uuid not null references people.sessions on delete cascade,
  began_at     timestamptz not null,
  used_at      timestamptz not null,
  factor       text not null check (factor in ('passkey', 'totp', 'recovery_code')),
  factor_at    timestamptz not null,
  user_agent   text,
  address      inet,
  ended_at     timestamptz,
  ended_reason text check (ended_reason in ('left', 'staff', 'role', 'factors', 'replaced'))
);
create index console_sessions_user on people.console_sessions (user_id) where ended_at is null;
create index console_sessions_session on people.console_sessions (session_id);

-- A lost factor is reset by two admins.
create table people.factor_resets (
  id          bigint generated always as identity primary key,
  user_id     bigint not null references people.users on delete cascade,
  reason      text not null,
  asked_by    bigint not null references people.users,
  asked_at    timestamptz not null,
  decided_by  bigint references people.users,
  decided_at  timestamptz,
  approved    boolean,
  check ((decided_at is null) = (approved is null) and (decided_by is null) = (decided_at is null)),
  check (decided_by is distinct from asked_by)
);
create unique index factor_resets_open on people.factor_resets (user_id) where decided_at is null;
create index factor_resets_asked on people.factor_resets (asked_by);
create index factor_resets_decided on people.factor_resets (decided_by);
create index staff_roles_granted on people.staff_roles (granted_by) where granted_by is not null;

-- An order's story looks for all of them.
drop index shop.webhook_events_subject;
create index webhook_events_subject on shop.webhook_events (subject);

-- What staff did and looked at. Rows are added and never changed; each holds the hash of the one before.
create table kernel.audit_log (
  id           bigint primary key,
  at           timestamptz not null,
  -- none: a command or the shop itself
  actor_id     bigint,
  action       text not null,
  subject_kind text not null,
  subject      text not null,
  reason       text,
  detail       jsonb not null,
  -- the canonical JSON that was hashed
  hashed       text not null,
  hash         bytea not null
);
create index audit_log_actor on kernel.audit_log (actor_id, id);
create index audit_log_subject on kernel.audit_log (subject_kind, subject, id);
create index audit_log_action on kernel.audit_log (action, id);
create trigger append_only before update or delete or truncate on kernel.audit_log for each statement execute function kernel.append_only();

-- What staff search by. Orders are listed newest first by id; a day is found by the range of its pages.
create index users_mobile_end on people.users (right(msisdn, 4), id desc) where msisdn_verified_at is not null;
create index order_lines_player on shop.order_lines (player_id, order_id desc) where player_id is not null;
create index voucher_codes_serial on shop.voucher_codes (serial) where order_line_id is not null;
create index delivered_codes_serial on shop.delivered_codes (serial);
create index orders_status on shop.orders (status, id desc);
create index orders_created on shop.orders using brin (created_at) with (pages_per_range = 32);
create index article_texts_title on content.article_texts using gin (lower(title) gin_trgm_ops);
-- Orders that wait for staff or for a provider.
create function shop.orders_in_need(need text) returns table (order_id bigint) language sql stable as $$
  select order_id from shop.deliveries where need = 'repair' and status = 'repair'
  union select j.order_id from shop.ledger_entries e join shop.journals j on j.id = e.journal_id
        where need = 'refund' and e.account = 'refund_payable' and j.order_id is not null group by j.order_id having sum(e.amount_satang) <> 0
  union select order_id from shop.captured_charges where need = 'dispute' and dispute in ('open', 'pending')
  union select p.order_id from shop.payments p join shop.orders o on o.id = p.order_id where need = 'checking' and p.unsure and o.paid_at is null
$$;
create index captured_charges_disputed on shop.captured_charges (order_id) where dispute in ('open', 'pending');
create index matches_disputed on esports.matches (id) where state = 'disputed';

-- The role of staff over a thing is called so.
alter table people.document_views drop constraint document_views_role_check;
update people.document_views set role = 'staff' where role = 'operator';
alter table people.document_views add constraint document_views_role_check check (role in ('owner', 'staff', 'promoter', 'co_promoter'));

-- Earlier versions ask for the rights of operators.
update kernel.schema_floor set version = 16 where version < 16;
