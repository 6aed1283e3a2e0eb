//! `manao ledger`: checks the books and the sales documents from the command line.

use anyhow::{Result, bail};
use clap::Subcommand;
use sqlx::PgPool;

use crate::ledger;
use crate::orders::issue;
use crate::reconciliation;

#[derive(Subcommand)]
pub enum LedgerCommand {
    /// Check the books against orders and charges, the days of each counterparty, and the numbers of receipts, tax invoices, credit and debit
    /// notes for gaps; fails if anything differs
    Check,
}

/// # Errors
/// Returns an error that lists the differences.
pub async fn run(db: &PgPool, command: &LedgerCommand) -> Result<String> {
    match command {
        LedgerCommand::Check => check(db).await,
    }
}

async fn check(db: &PgPool) -> Result<String> {
    let mut faults: Vec<String> = issue::audit(db).await?.iter().map(ToString::to_string).collect();
    for order in ledger::audit(db).await? {
        let ledger::Discrepancy { order_id, due_satang, booked_satang } = order;
        faults.push(format!("order {order_id}: {booked_satang} satang are booked as prepaid, and {due_satang} are due"));
    }
    for charge in ledger::audit_charges(db).await? {
        let (due, booked) = (charge.due_satang, charge.booked_satang);
        let charge = charge.charge_id.unwrap_or_else(|| "no known charge".to_owned());
        faults.push(format!("{charge}: {booked} satang are booked as receivable, and {due} are due"));
    }
    let days = reconciliation::differing_days(db).await?;
    let mut sum = 0_i64;
    for day in &days {
        let difference = day.theirs_satang.saturating_sub(day.ours_satang);
        sum = sum.saturating_add(difference);
        faults.push(format!(
            "{} on {}: it lists {} satang and our books have {}, {difference} more there, in {} items",
            day.counterparty, day.day, day.theirs_satang, day.ours_satang, day.items
        ));
    }
    if !days.is_empty() {
        faults.push(format!("all counterparties: {sum} satang more there than in our books"));
    }
    if !faults.is_empty() {
        bail!("{} faults:\n{}", faults.len(), faults.join("\n"));
    }
    let mut lines = vec!["The books agree with all orders and charges.".to_owned()];
    for series in issue::series(db).await? {
        lines.push(format!("{}-{}: numbers up to {}, no gap.", series.kind.series(), series.year, series.last_serial));
    }
    Ok(lines.join("\n"))
}
