-- Orders to take a right away, which go before events where the bus takes no events.
create index outbox_orders on outbox (id) where topic = '!control';
