-- Payouts of every provider, with what it kept of them.
alter table payouts add column fee_satang bigint not null default 0;
alter table payouts add column fee_vat_satang bigint not null default 0;
alter table payouts add constraint payouts_provider_check check (provider in ('opn', 'telecom'));
update payouts p set fee_satang = e.fee, fee_vat_satang = e.vat
  from (select j.subject, coalesce(sum(e.amount_satang) filter (where e.account = 'provider_fee'), 0) as fee,
               coalesce(sum(e.amount_satang) filter (where e.account = 'input_vat'), 0) as vat
        from journals j join ledger_entries e on e.journal_id = j.id where j.kind = 'payout' group by j.subject) e
  where e.subject = p.transfer_id;
