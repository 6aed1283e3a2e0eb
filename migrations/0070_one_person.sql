-- Limits count by person, not by account: accounts that share an e-mail, a verified number or a number that has paid are one person's.

-- What tells e-mails of different people apart: capitals and whatever stands behind a `+` do not.
create function email_identity(email text) returns text language sql immutable strict parallel safe
  as $$ select regexp_replace(lower(email), '^([^+@]+)\+[^@]*@', '\1@') $$;
create index users_email_identity on users (email_identity(email::text)) where email_verified_at is not null;

-- Pieces of something limited that these accounts hold or have had, and those of orders that are being paid by this number.
create function pieces_had(wanted_kind text, wanted_ref bigint, of_accounts bigint[], by_number text) returns bigint
  language sql stable parallel safe as $$
  select coalesce(sum(h.quantity), 0)::bigint from holds h
  where h.kind = wanted_kind and h.ref_id = wanted_ref and h.state in ('held', 'used')
    and h.order_id in (select o.id from orders o where o.user_id = any(of_accounts)
                       union select p.order_id from payments p where p.msisdn = by_number and p.status in ('created', 'awaiting'))
$$;
