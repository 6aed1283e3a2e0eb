-- A code is one code, whatever serial or product it stands under: a keyed fingerprint (HMAC; the key is not in the database) is unique over
-- our stock and everything that partners delivered. Rows from before get theirs by the clockwork; without one a code is not for sale.
create table code_fingerprints (
  fingerprint bytea primary key check (length(fingerprint) = 32)
);

-- duplicate: the same code stood here before, under another row
alter table voucher_codes add column fingerprint bytea, add column duplicate boolean not null default false;
alter table delivered_codes add column fingerprint bytea, add column duplicate boolean not null default false;
create index voucher_codes_unmarked on voucher_codes (id) where fingerprint is null;
create index delivered_codes_unmarked on delivered_codes (id) where fingerprint is null;
create index voucher_codes_fingerprint on voucher_codes (fingerprint) where fingerprint is not null;
create index delivered_codes_fingerprint on delivered_codes (fingerprint) where fingerprint is not null;

-- The soonest expiry is sold first.
drop index voucher_codes_free;
create index voucher_codes_free on voucher_codes (product_id, expires_on, id)
  where state = 'free' and fingerprint is not null and not duplicate;

create function register_code() returns trigger language plpgsql as $$
begin
  if new.fingerprint is not null and not new.duplicate
     and (tg_op = 'INSERT' or new.fingerprint is distinct from old.fingerprint or old.duplicate) then
    insert into code_fingerprints (fingerprint) values (new.fingerprint);
  end if;
  return null;
end $$;
create trigger register_code after insert or update of fingerprint, duplicate on voucher_codes
  for each row execute function register_code();
create trigger register_code after insert or update of fingerprint, duplicate on delivered_codes
  for each row execute function register_code();

-- What somebody bought stays theirs.
create function sold_code_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.state, new.order_line_id, new.product_id) is distinct from (old.state, old.order_line_id, old.product_id) then
    raise exception 'code % is sold and stays with its line', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger sold_code_stays before update or delete on voucher_codes
  for each row when (old.state = 'sold') execute function sold_code_stays();

create function delivered_code_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.delivery_id is distinct from old.delivery_id then
    raise exception 'code % is delivered and stays with its delivery', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger delivered_code_stays before update or delete on delivered_codes
  for each row execute function delivered_code_stays();
