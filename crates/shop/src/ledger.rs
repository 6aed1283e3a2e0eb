//! The books: double entry, append only, satang. Debits are positive, credits negative; the database refuses a journal that does not sum to
//! zero, and any change to a posted one.

use manao_domain::ledger::Journal;

use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Books a journal. `subject` is the reference of its payment or delivery, or a charge that is not ours. A second journal of the same
/// kind for the same subject is refused, since it would book the same event twice.
pub async fn post(
    change: &mut Change,
    order_id: impl Into<Option<i64>>,
    subject: &str,
    journal: &Journal,
) -> Result<(), Problem> {
    let now = change.now();
    let id = sqlx::query_scalar!(
        "insert into shop.journals (kind, order_id, subject, at) values ($1, $2, $3, $4) returning id",
        journal.kind().as_str(),
        order_id.into(),
        subject,
        now
    )
    .fetch_one(change.conn())
    .await?;
    let (mut accounts, mut sellers, mut charges, mut amounts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for entry in journal.entries() {
        accounts.push(entry.account.as_str().to_owned());
        sellers.push(entry.seller_id);
        charges.push(entry.charge_id);
        amounts.push(entry.amount.get());
    }
    sqlx::query!(
        "insert into shop.ledger_entries (journal_id, position, account, seller_id, charge_id, amount_satang)
         select $1, position::int, account, seller_id, charge_id, amount
         from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) with ordinality
           as entry (account, seller_id, charge_id, amount, position)",
        id,
        &accounts,
        &sellers as &[Option<i64>],
        &charges as &[Option<i64>],
        &amounts
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// A difference between the books and an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discrepancy {
    pub order_id: i64,
    /// The correct prepaid balance of the customer for the order: captured − delivered − closed.
    pub due_satang: i64,
    /// The balance in the books.
    pub booked_satang: i64,
}

/// Compares, order by order, `customer_prepaid` in the books with captured payments less the amounts delivered or closed. Empty when all
/// agree.
pub async fn audit(db: &sqlx::PgPool) -> sqlx::Result<Vec<Discrepancy>> {
    sqlx::query_as!(
        Discrepancy,
        r#"with booked as (
             select j.order_id, -sum(e.amount_satang)::bigint as satang
             from shop.ledger_entries e join shop.journals j on j.id = e.journal_id where e.account = 'customer_prepaid' group by j.order_id),
           paid as (select order_id, sum(amount_satang)::bigint as satang from shop.payments where status = 'captured' group by order_id),
           done as (
             select l.order_id, sum(l.total_satang)::bigint as satang
             from shop.order_lines l join shop.deliveries d on d.order_line_id = l.id where not d.open and d.status <> 'repair' group by l.order_id),
           -- money that came twice is booked in and out again under the payment's own name
           surplus as (
             select j.order_id, sum(case when e.amount_satang > 0 then e.amount_satang else 0 end)::bigint as satang
             from shop.journals j join shop.ledger_entries e on e.journal_id = j.id
             where j.kind = 'closed' and e.account = 'customer_prepaid' and not exists (select from shop.deliveries d where d.reference = j.subject)
             group by j.order_id),
           extra as (
             select j.order_id, sum(e.amount_satang)::bigint as satang
             from shop.journals j join shop.ledger_entries e on e.journal_id = j.id
             where j.kind = 'captured' and e.account = 'provider_receivable' and not exists (select from shop.payments p where p.reference = j.subject)
             group by j.order_id)
           select o.id as order_id,
                  coalesce(paid.satang, 0) + coalesce(extra.satang, 0) - coalesce(done.satang, 0) - coalesce(surplus.satang, 0) as "due_satang!",
                  coalesce(booked.satang, 0) as "booked_satang!"
           from shop.orders o left join booked on booked.order_id = o.id left join paid on paid.order_id = o.id left join done on done.order_id = o.id
                left join surplus on surplus.order_id = o.id left join extra on extra.order_id = o.id
           where coalesce(paid.satang, 0) + coalesce(extra.satang, 0) - coalesce(done.satang, 0) - coalesce(surplus.satang, 0) <> coalesce(booked.satang, 0)"#
    )
    .fetch_all(db)
    .await
}

/// A difference in the amount that the provider owes us for a charge: its journals against our record of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargeDiscrepancy {
    /// None for a payout for no charge that we know
    pub charge_id: Option<String>,
    /// Captured − refunded − charged back − fee − paid out
    pub due_satang: i64,
    pub booked_satang: i64,
}

/// Compares, charge by charge, `provider_receivable` in the books with the charge's outcome. Empty when all agree.
pub async fn audit_charges(db: &sqlx::PgPool) -> sqlx::Result<Vec<ChargeDiscrepancy>> {
    sqlx::query_as!(
        ChargeDiscrepancy,
        r#"with booked as (
             select charge_id, sum(amount_satang)::bigint as satang from shop.ledger_entries where account = 'provider_receivable' group by charge_id)
           select c.charge_id as "charge_id?", coalesce(c.receivable_satang, 0) as "due_satang!", coalesce(b.satang, 0) as "booked_satang!"
           from booked b full join shop.captured_charges c on c.id = b.charge_id
           where coalesce(c.receivable_satang, 0) <> coalesce(b.satang, 0)"#
    )
    .fetch_all(db)
    .await
}

/// Open amounts, satang: to be claimed from the providers, to be paid back, and paid back without being owed. For the last two also the
/// number of orders or charges concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenAmounts {
    pub claim_satang: i64,
    pub owed_back_satang: i64,
    pub unowed_satang: i64,
    pub refunds: i64,
}

pub async fn open_amounts(db: &sqlx::PgPool) -> sqlx::Result<OpenAmounts> {
    sqlx::query_as!(
        OpenAmounts,
        r#"with open as (
             select -sum(e.amount_satang) as owed from shop.ledger_entries e join shop.journals j on j.id = e.journal_id
             where e.account = 'refund_payable'
             group by j.order_id, case when j.order_id is null then split_part(j.subject, '#', 1) end having sum(e.amount_satang) <> 0)
           select (select coalesce(sum(amount_satang), 0) from shop.ledger_entries where account = 'provider_claim')::bigint as "claim_satang!",
                  coalesce(sum(owed) filter (where owed > 0), 0)::bigint as "owed_back_satang!",
                  coalesce(-sum(owed) filter (where owed < 0), 0)::bigint as "unowed_satang!", count(*) as "refunds!"
           from open"#
    )
    .fetch_one(db)
    .await
}

/// Returns the amount that a provider owes us after its fees and refunds, satang.
pub async fn receivable(db: &sqlx::PgPool, provider: &str) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select coalesce(sum(receivable_satang), 0)::bigint as "receivable!" from shop.captured_charges
           where provider = $1 and receivable_satang <> 0"#,
        provider
    )
    .fetch_one(db)
    .await
}
