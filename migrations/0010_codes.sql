-- The time at which the person of a session last proved who they are, after logging in.
alter table people.sessions add column proved_at timestamptz;
alter table people.otps drop constraint otps_purpose_check;
alter table people.otps add constraint otps_purpose_check
  check (purpose in ('login', 'verify_mobile', 'kyc', 'payment', 'verify_email', 'proof'));

-- Codes are revealed one at a time. A view without a code is of an earlier version, which showed all codes of a line at once.
alter table shop.code_reveals add column voucher_code_id bigint references shop.voucher_codes;
alter table shop.code_reveals add column delivered_code_id bigint references shop.delivered_codes;
alter table shop.code_reveals add column user_agent text;
alter table shop.code_reveals add constraint code_reveals_one_code check (num_nonnulls(voucher_code_id, delivered_code_id) <= 1);

-- The country that the buyer confirmed as their account's, for codes that work in one country alone.
alter table shop.order_lines add column region text;

-- A code that was given in exchange names the first code of its place, and takes that place in its line. `burned`: it was exchanged.
alter table shop.voucher_codes add column replaces_id bigint references shop.voucher_codes;
alter table shop.voucher_codes add column replaces_delivered_id bigint references shop.delivered_codes;
alter table shop.voucher_codes add column imported_at timestamptz;
alter table shop.voucher_codes alter column imported_at set default now();
alter table shop.voucher_codes add column sold_at timestamptz;
alter table shop.voucher_codes drop constraint voucher_codes_state_check;
alter table shop.voucher_codes add constraint voucher_codes_state_check check (state in ('free', 'held', 'sold', 'burned'));
alter table shop.delivered_codes add column burned_at timestamptz;

-- Whether the buyer has viewed every code of a line.
create function shop.codes_seen(line bigint) returns boolean language sql stable as $$
  select exists (select from shop.code_reveals r join shop.deliveries d on d.id = r.delivery_id where d.order_line_id = line)
    and not exists (
      select from shop.deliveries d
      join lateral (
        select v.id as voucher_code_id, null::bigint as delivered_code_id from shop.voucher_codes v
          where v.order_line_id = d.order_line_id and v.state = 'sold'
        union all
        select null, c.id from shop.delivered_codes c where c.delivery_id = d.id and c.burned_at is null
      ) code on true
      where d.order_line_id = line and not exists (
        select from shop.code_reveals r where r.delivery_id = d.id
          and ((r.voucher_code_id is null and r.delivered_code_id is null)
            or r.voucher_code_id = code.voucher_code_id or r.delivered_code_id = code.delivered_code_id)))
$$;

-- A sold code may be burned, and stays with its line.
create or replace function shop.sold_code_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.order_line_id, new.product_id) is distinct from (old.order_line_id, old.product_id)
     or (new.state <> old.state and not (old.state = 'sold' and new.state = 'burned')) then
    raise exception 'code % is sold and stays with its line', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop trigger sold_code_stays on shop.voucher_codes;
create trigger sold_code_stays before delete or update on shop.voucher_codes
  for each row when (old.state in ('sold', 'burned'))
  execute function shop.sold_code_stays();

-- A buyer's claim that a code was already used when they redeemed it, with what we know of the code.
create table shop.code_claims (
  id                bigint generated always as identity primary key,
  order_id          bigint not null references shop.orders,
  order_line_id     bigint not null references shop.order_lines,
  user_id           bigint not null references people.users,
  voucher_code_id   bigint references shop.voucher_codes,
  delivered_code_id bigint references shop.delivered_codes,
  serial            text not null,
  state             text not null default 'open' check (state in ('open', 'exchanged', 'refused')),
  -- when the buyer was told that the code is used, as they say
  seen_at           timestamptz,
  note              text not null default '' check (length(note) <= 500),
  imported_at       timestamptz,
  sold_at           timestamptz not null,
  first_viewed_at   timestamptz not null,
  last_viewed_at    timestamptz not null,
  -- the thread with our staff (people.support_threads), which may be purged
  thread_id         bigint not null,
  created_at        timestamptz not null,
  decided_at        timestamptz,
  decided_by        bigint references people.users,
  reason            text check (length(reason) <= 500),
  replacement_id    bigint references shop.voucher_codes,
  constraint code_claims_one_code check (num_nonnulls(voucher_code_id, delivered_code_id) = 1),
  constraint code_claims_decided check ((state = 'open') = (decided_at is null)),
  constraint code_claims_refused check (state <> 'refused' or reason is not null),
  constraint code_claims_exchanged check ((state = 'exchanged') = (replacement_id is not null))
);
create unique index code_claims_open_voucher on shop.code_claims (voucher_code_id) where state = 'open' and voucher_code_id is not null;
create unique index code_claims_open_delivered on shop.code_claims (delivered_code_id) where state = 'open' and delivered_code_id is not null;
create index code_claims_line on shop.code_claims (order_line_id);
create index code_claims_waiting on shop.code_claims (id) where state = 'open';

-- Guides name the country of an account in words; the code makes the buyer confirm it.
update shop.games set guide = guide || '{"regionCode": "TH", "currency": "THB"}'::jsonb
  where guide -> 'region' ->> 'en' like '% in Thailand only' and not guide ? 'regionCode';
update shop.games set guide = guide || '{"regionCode": "US", "currency": "USD"}'::jsonb
  where guide -> 'region' ->> 'en' like '% in the United States only' and not guide ? 'regionCode';
