-- When the try began that the partner is given time for: the line's first sending, then an operator's retry. What `sent_at` says stays:
-- the customer's timeline shows the first sending.
alter table deliveries add column tried_at timestamptz;
update deliveries set tried_at = sent_at where status in ('sent', 'retrying');
