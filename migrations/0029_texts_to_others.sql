-- Texts to numbers that are not a member's own are counted together, whether they are for paying or carry a one-time code: these have no payment.
alter table payment_texts drop constraint payment_texts_pkey;
alter table payment_texts alter column payment_id drop not null;
create unique index payment_texts_payment on payment_texts (payment_id) where payment_id is not null;
