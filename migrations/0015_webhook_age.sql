-- Settled webhooks are forgotten after WEBHOOK_DAYS.
create index webhook_events_age on webhook_events (received_at) where processed_at is not null;
