-- What a provider took of a charge beyond its amount, by a refund and a dispute together: to be claimed from it.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check
  check (account in ('provider_receivable', 'customer_prepaid', 'seller_payable', 'own_revenue', 'vat_payable', 'refund_payable',
                     'provider_claim', 'provider_fee', 'input_vat', 'bank', 'losses'));
