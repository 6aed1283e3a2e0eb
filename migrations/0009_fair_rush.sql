-- Limits per person count a card, too: accounts that pay by one card belong to one person.
alter table shop.payments add column if not exists card_fingerprint text;
create index payments_card on shop.payments (card_fingerprint, created_at desc) where card_fingerprint is not null;
