//! Compares whole days, and keeps the result.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use manao_domain::Satang;
use manao_domain::bangkok;
use manao_domain::reconciliation::{Difference, Listed, differences};

use super::{partners, providers};
use crate::providers::charges::Provider;
use crate::providers::suppliers;
use manao_kernel::app::App;
use manao_kernel::problem::Problem;

/// Number of past days that are compared: refunds and corrections come late.
const DAYS: i64 = 3;
/// Pause before a day is compared again.
const AGAIN: TimeDelta = TimeDelta::hours(6);
/// Time after a day's end before it is compared: what happened in its last minutes may still be on its way to us.
const AFTER: TimeDelta = TimeDelta::minutes(30);

/// The two sides of a day.
#[derive(Default)]
pub struct Sides {
    pub ours: Listed,
    pub theirs: Listed,
}

impl Sides {
    pub fn extend(&mut self, other: Self) {
        self.ours.extend(other.ours);
        self.theirs.extend(other.theirs);
    }

    pub fn differences(&self) -> Vec<Difference> {
        differences(&self.ours, &self.theirs)
    }
}

/// Compares the past days that are due; run by the scheduler.
pub async fn round(app: App) -> anyhow::Result<()> {
    let now = app.now();
    let last = bangkok::local(now - AFTER).date() - TimeDelta::days(1);
    for counterparty in counterparties(&app).await? {
        for day in (0..DAYS).map(|age| last - TimeDelta::days(age)) {
            let checked_at = sqlx::query_scalar!(
                "select checked_at from shop.reconciliations where counterparty = $1 and day = $2",
                counterparty,
                day
            )
            .fetch_optional(&app.db)
            .await?;
            if checked_at.is_some_and(|at| at + AGAIN > now) {
                continue;
            }
            // A counterparty that is away keeps the others from nothing.
            if let Err(problem) = check(&app, &counterparty, day).await {
                tracing::warn!(counterparty, %day, %problem, "a day could not be compared, and is tried again");
                break;
            }
        }
    }
    let open = sqlx::query!(
        r#"select r.counterparty, count(d.id) filter (where d.explained_at is null) as "open!" from shop.reconciliations r
           left join shop.reconciliation_differences d on d.reconciliation_id = r.id group by r.counterparty"#
    )
    .fetch_all(&app.db)
    .await?;
    for row in open {
        metrics::gauge!("manao_reconciliation_differences", "counterparty" => row.counterparty).set(row.open as f64);
    }
    Ok(())
}

async fn counterparties(app: &App) -> Result<Vec<String>, Problem> {
    let mut found: Vec<String> = Provider::ALL.iter().map(|provider| provider.as_str().to_owned()).collect();
    let partners = sqlx::query_scalar!("select code from shop.partners order by code").fetch_all(&app.db).await?;
    found.extend(partners.into_iter().filter(|code| suppliers::has_float(code)));
    Ok(found)
}

/// Compares a day with a counterparty, and keeps the result. Returns the number of differences.
///
/// # Errors
/// 503 `payment_unavailable`, `telecom_unavailable` or `partner_unavailable` when the counterparty cannot be asked.
pub async fn check(app: &App, counterparty: &str, day: NaiveDate) -> Result<usize, Problem> {
    let time = bangkok::day(day);
    let sides = match counterparty.parse::<Provider>() {
        Ok(provider) => providers::compare(app, provider, time).await?,
        Err(_) => partners::compare(app, counterparty, time).await?,
    };
    keep(app, counterparty, day, &sides).await
}

/// Returns a time of ours by the counterparty's clock, which is the system's.
pub fn theirs(app: &App, at: DateTime<Utc>) -> DateTime<Utc> {
    app.clock.to_system(at)
}

async fn keep(app: &App, counterparty: &str, day: NaiveDate, sides: &Sides) -> Result<usize, Problem> {
    let found = sides.differences();
    let sum = |listed: &Listed| Satang::sum(listed.values().copied()).map_err(Problem::internal);
    let mut change = app.change().await?;
    let now = change.now();
    let id = sqlx::query_scalar!(
        "insert into shop.reconciliations (counterparty, day, ours_satang, theirs_satang, state, checked_at)
         values ($1, $2, $3, $4, 'agrees', $5)
         on conflict (counterparty, day) do update set ours_satang = excluded.ours_satang, theirs_satang = excluded.theirs_satang,
           checked_at = excluded.checked_at returning id",
        counterparty,
        day,
        sum(&sides.ours)?.get(),
        sum(&sides.theirs)?.get(),
        now
    )
    .fetch_one(change.conn())
    .await?;
    let (mut kinds, mut subjects, mut reasons, mut ours, mut theirs) = (vec![], vec![], vec![], vec![], vec![]);
    for difference in &found {
        kinds.push(difference.kind.as_str().to_owned());
        subjects.push(difference.subject.clone());
        reasons.push(difference.reason.as_str().to_owned());
        ours.push(difference.ours.get());
        theirs.push(difference.theirs.get());
    }
    sqlx::query!(
        "delete from shop.reconciliation_differences d where d.reconciliation_id = $1
           and not exists (select from unnest($2::text[], $3::text[]) as found (kind, subject) where found.kind = d.kind and found.subject = d.subject)",
        id,
        &kinds,
        &subjects
    )
    .execute(change.conn())
    .await?;
    // An explanation is of the amounts that were seen.
    let new = sqlx::query_scalar!(
        r#"insert into shop.reconciliation_differences as d (reconciliation_id, kind, subject, reason, ours_satang, theirs_satang, found_at)
           select $1, kind, subject, reason, ours, theirs, $7
           from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[]) as found (kind, subject, reason, ours, theirs)
           on conflict (reconciliation_id, kind, subject) do update
             set reason = excluded.reason, ours_satang = excluded.ours_satang, theirs_satang = excluded.theirs_satang,
                 explained_at = null, explained_by = null, note = null
             where (d.ours_satang, d.theirs_satang) is distinct from (excluded.ours_satang, excluded.theirs_satang)
           returning subject"#,
        id,
        &kinds,
        &subjects,
        &reasons,
        &ours,
        &theirs,
        now
    )
    .fetch_all(change.conn())
    .await?;
    super::queue::refresh_state(&mut change, id).await?;
    change.commit().await?;
    if !new.is_empty() {
        tracing::error!(counterparty, %day, differences = found.len(), first = new[0], "a counterparty lists something else than our books have");
    }
    Ok(found.len())
}
