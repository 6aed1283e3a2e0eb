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

-- Whether the buyer has viewed every code of a line.
create function shop.codes_seen(line bigint) returns boolean language sql stable as $$
  select exists (select from shop.code_reveals r join shop.deliveries d on d.id = r.delivery_id where d.order_line_id = line)
    and not exists (
      select from shop.deliveries d
      join lateral (
        select v.id as voucher_code_id, null::bigint as delivered_code_id from shop.voucher_codes v
          where v.order_line_id = d.order_line_id and v.state = 'sold'
        union all
        select null, c.id from shop.delivered_codes c where c.delivery_id = d.id
      ) code on true
      where d.order_line_id = line and not exists (
        select from shop.code_reveals r where r.delivery_id = d.id
          and ((r.voucher_code_id is null and r.delivered_code_id is null)
            or r.voucher_code_id = code.voucher_code_id or r.delivered_code_id = code.delivered_code_id)))
$$;

-- The country that the buyer confirmed as their account's, for codes that work in one country alone.
alter table shop.order_lines add column region text;

-- A code that was given in exchange names the first code of its place, and takes that place in its line.
alter table shop.voucher_codes add column replaces_id bigint references shop.voucher_codes;

-- Guides name the country of an account in words; the code makes the buyer confirm it.
update shop.games set guide = guide || '{"regionCode": "TH", "currency": "THB"}'::jsonb
  where guide -> 'region' ->> 'en' like '% in Thailand only' and not guide ? 'regionCode';
update shop.games set guide = guide || '{"regionCode": "US", "currency": "USD"}'::jsonb
  where guide -> 'region' ->> 'en' like '% in the United States only' and not guide ? 'regionCode';
