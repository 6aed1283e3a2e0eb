-- A key is taken before its deed, and held by whoever is at it until then at most. Null: it was used.
alter table idempotency_keys add column held_until timestamptz;
-- The hashes of confirmations were of the texted code too, which anybody finds by trying them all.
delete from idempotency_keys where operation = 'order_confirm';
