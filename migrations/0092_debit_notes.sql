-- What was credited and is sold after all (a lost dispute won later, a refund undone) takes a paper of its own.
alter table sales_documents drop constraint sales_documents_kind_check;
alter table sales_documents add constraint sales_documents_kind_check
  check (kind in ('receipt', 'tax_invoice', 'credit_note', 'debit_note'));
alter table sales_document_series drop constraint sales_document_series_kind_check;
alter table sales_document_series add constraint sales_document_series_kind_check
  check (kind in ('receipt', 'tax_invoice', 'credit_note', 'debit_note'));
