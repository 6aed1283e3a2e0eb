-- Charges that were paid: what their provider says became of the money, and what the books have of it.

create table captured_charges (
  id                   bigint generated always as identity primary key,
  provider             text not null check (provider in ('opn', 'telecom')),
  charge_id            text not null,
  -- none: money of no order
  order_id             bigint references orders,
  amount_satang        bigint not null check (amount_satang > 0),
  -- what the books have of it; each change is a journal
  fee_satang           bigint not null default 0,
  fee_vat_satang       bigint not null default 0,
  refunded_satang      bigint not null default 0,
  charged_back_satang  bigint not null default 0,
  paid_out_satang      bigint not null default 0,
  -- what the provider owes us for it
  receivable_satang    bigint not null generated always as
    (amount_satang - refunded_satang - charged_back_satang - fee_satang - fee_vat_satang - paid_out_satang) stored,
  dispute              text check (dispute in ('open', 'pending', 'won', 'lost')),
  captured_at          timestamptz not null,
  refunded_at          timestamptz,
  disputed_at          timestamptz,
  -- when something last happened to it, and when the provider is to be asked next without having told us anything
  moved_at             timestamptz not null,
  check_at             timestamptz,
  version              int not null default 1,
  unique (charge_id, provider)
);
create index captured_charges_order on captured_charges (order_id) where order_id is not null;
create index captured_charges_check on captured_charges (check_at) where check_at is not null;
create index captured_charges_owed on captured_charges (captured_at, id) where receivable_satang <> 0;

alter table journals drop constraint journals_kind_check;
alter table journals add constraint journals_kind_check
  check (kind in ('captured', 'delivered', 'closed', 'fee', 'refunded', 'charged_back', 'payout', 'paid_back', 'written_off'));
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check
  check (account in ('provider_receivable', 'customer_prepaid', 'seller_payable', 'own_revenue', 'vat_payable', 'refund_payable',
                     'provider_fee', 'input_vat', 'bank', 'losses'));
-- For which charge the provider owes us.
alter table ledger_entries add column charge_id bigint references captured_charges;
create index ledger_entries_charge on ledger_entries (charge_id) where charge_id is not null;

-- What was captured so far. A second charge of a payment was booked as `reference/charge`, money of no order under the charge's own id.
create temporary table so_far on commit drop as
  select j.id as journal_id, j.order_id, e.amount_satang, coalesce(p.captured_at, j.at) as captured_at,
         coalesce(p.charge_id, nullif(split_part(j.subject, '/', 2), ''), j.subject) as charge_id,
         coalesce(p.provider, (select s.provider from provider_strangers s
                               where s.charge_id in (j.subject, split_part(j.subject, '/', 2)) limit 1), 'opn') as provider
  from journals j join ledger_entries e on e.journal_id = j.id and e.account = 'provider_receivable'
  left join payments p on p.reference = j.subject
  where j.kind = 'captured';
insert into captured_charges (provider, charge_id, order_id, amount_satang, captured_at, moved_at, check_at)
  select provider, charge_id, min(order_id), sum(amount_satang), min(captured_at), min(captured_at),
         case when min(captured_at) > now() - interval '30 days' then now() end
  from so_far group by provider, charge_id order by min(captured_at);
alter table ledger_entries disable trigger append_only;
update ledger_entries e set charge_id = c.id from so_far s join captured_charges c using (provider, charge_id)
  where e.journal_id = s.journal_id and e.account = 'provider_receivable';
alter table ledger_entries enable trigger append_only;

-- What the provider paid out to our bank account, each booked once.
create table payouts (
  provider      text not null,
  transfer_id   text not null,
  amount_satang bigint not null,
  booked_at     timestamptz not null,
  primary key (provider, transfer_id)
);
