-- The terms that everybody uses. Only names change.

-- Charges at a provider that no payment of ours accounts for.
alter table provider_strangers rename to unmatched_charges;
alter table unmatched_charges rename constraint provider_strangers_pkey to unmatched_charges_pkey;
alter table unmatched_charges rename constraint provider_strangers_id_key to unmatched_charges_id_key;
alter table unmatched_charges rename constraint provider_strangers_settled_by_fkey to unmatched_charges_settled_by_fkey;
alter index provider_strangers_open rename to unmatched_charges_open;
alter sequence provider_strangers_id_seq rename to unmatched_charges_id_seq;
update order_events set kind = 'unmatched_charge_closed' where kind = 'stranger_closed';

-- Texts to numbers that are not the member's own, whether they are for paying or carry a one-time code.
alter table payment_texts rename to texts_to_others;
alter table texts_to_others rename constraint payment_texts_payment_id_fkey to texts_to_others_payment_id_fkey;
alter table texts_to_others rename constraint payment_texts_user_id_fkey to texts_to_others_user_id_fkey;
alter index payment_texts_payment rename to texts_to_others_payment;
alter index payment_texts_user rename to texts_to_others_user;
alter index payment_texts_address rename to texts_to_others_address;
alter index payment_texts_at rename to texts_to_others_at;

-- An unpaid order expires.
alter table orders rename column lapsed_at to expired_at;
alter index orders_lapse rename to orders_expire;
update order_events set kind = 'expired' where kind = 'lapsed';

update leases set name = 'scheduler' where name = 'clockwork';

-- Jobs that wait in the queue: charges are voided. The queue's own tables come with its first start.
do $$
begin
  if to_regclass('graphile_worker._private_tasks') is not null then
    update graphile_worker._private_tasks set identifier = 'payments.void' where identifier = 'payments.retire';
  end if;
end $$;
