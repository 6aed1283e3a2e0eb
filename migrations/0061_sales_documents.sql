-- Receipts, tax invoices and credit notes. A document never changes: what became of it follows from those that refer to it.

-- The last number of each series. Its row is locked from the taking of a number until the commit, so that a series has no gap and is in order.
create table sales_document_series (
  kind           text not null check (kind in ('receipt', 'tax_invoice', 'credit_note')),
  year           int not null,               -- in Bangkok
  last_serial    bigint not null check (last_serial > 0),
  last_issued_at timestamptz not null,
  primary key (kind, year)
);

create table sales_documents (
  id            bigint generated always as identity primary key,
  kind          text not null check (kind in ('receipt', 'tax_invoice', 'credit_note')),
  year          int not null,
  serial        bigint not null,
  number        text not null unique,
  order_id      bigint not null references orders,
  -- a tax invoice: the receipt; a credit note: what it corrects
  refers_to     bigint references sales_documents,
  -- a tax invoice that was made out to somebody else before
  replaces      bigint unique references sales_documents,
  total_satang  bigint not null check (total_satang >= 0),
  vat_satang    bigint not null check (vat_satang between 0 and total_satang),
  buyer_name    text,
  buyer_tax_id_sealed bytea,                 -- sealed with the key of the settings, tied to the order
  buyer_branch  text check (buyer_branch ~ '^[0-9]{5}$'),   -- '00000' is the head office
  buyer_address text,
  -- everything else that it states, as it was at that moment
  content       jsonb not null,
  issued_at     timestamptz not null,
  unique (kind, year, serial),
  check ((kind = 'receipt') = (refers_to is null)),
  check (kind = 'tax_invoice' or replaces is null),
  check (num_nonnulls(buyer_name, buyer_tax_id_sealed, buyer_branch, buyer_address) = case when kind = 'tax_invoice' then 4 else 0 end)
);
create index sales_documents_order on sales_documents (order_id, id);
create unique index sales_documents_one_receipt on sales_documents (order_id) where kind = 'receipt';
create trigger append_only before update or delete on sales_documents for each row execute function append_only();

-- Receipts of earlier versions keep their numbers: each becomes a document, and so does the tax invoice that was asked for (the task `orders.earlier_receipts`).
insert into sales_document_series (kind, year, last_serial, last_issued_at)
select 'receipt', split_part(receipt_number, '-', 2)::int, max(split_part(receipt_number, '-', 3)::bigint), max(paid_at)
from orders where receipt_number is not null group by 2;
alter table orders rename column receipt_number to earlier_receipt_number;
create index orders_earlier_receipts on orders (id) where earlier_receipt_number is not null;
drop sequence receipt_numbers;
