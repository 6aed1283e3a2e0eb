-- A key belongs to no feature: what its request made is known by an id, of an order today and of other things later.
alter table idempotency_keys drop constraint idempotency_keys_order_id_fkey;
alter table idempotency_keys rename column order_id to result_id;
