-- A wallet that is paid by its number, besides the telecom's numbers.

alter table shop.payments
  drop constraint payments_mobile,
  add constraint payments_mobile check (provider <> 'telecom' or msisdn is not null);
update shop.payment_channels set note_th = 'จ่ายด้วยทรูมันนี่ภายใน 3 นาที', note_en = 'Paid from a TrueMoney wallet within 3 minutes' where code = 'wallet';

-- The message in the buyer's inbox that leads to the payment on a phone (people.inbox_messages), while that can be done.
alter table shop.payments add column hand_over_message_id bigint;
create index payments_hand_over_message on shop.payments (order_id) where hand_over_message_id is not null;
