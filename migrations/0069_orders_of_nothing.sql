-- A coupon may leave nothing to pay: such an order is complete without a payment, and its channel is `none`.
alter table orders drop constraint orders_total_satang_check;
alter table orders add constraint orders_total_satang_check check (total_satang >= 0 and (channel = 'none') = (total_satang = 0));
