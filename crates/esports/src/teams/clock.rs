//! Scheduled steps: unanswered offers expire, and pending requests to leave are granted.

use manao_domain::team::OfferKind;

use super::leave;
use super::live::TeamChange;
use super::person::acting_captain;
use super::tell::{self, Letters, TeamNotice};
use manao_kernel::app::App;
use manao_kernel::problem::Problem;

const BATCH: i64 = 100;

pub async fn expire_offers(app: App) -> anyhow::Result<()> {
    loop {
        if expire_some(&app).await? < BATCH {
            return Ok(());
        }
    }
}

async fn expire_some(app: &App) -> Result<i64, Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let rows = sqlx::query!(
        r#"with over as (select id from esports.membership_offers where status = 'pending' and expires_at <= $1
                         order by id limit $2 for no key update skip locked)
           update esports.membership_offers o set status = 'expired', decided_at = $1 from over, esports.teams t, people.users u
           where o.id = over.id and t.id = o.team_id and u.id = o.user_id
           returning o.kind as "kind: OfferKind", o.team_id, o.user_id, t.name as team, u.display_name as person"#,
        now,
        BATCH
    )
    .fetch_all(change.conn())
    .await?;
    let mut letters = Letters::default();
    for row in &rows {
        match row.kind {
            OfferKind::Request => letters.add([row.user_id], TeamNotice::RequestExpired { team: &row.team }),
            OfferKind::Invitation => {
                let captain = acting_captain(change.conn(), row.team_id).await?;
                letters.add(captain, TeamNotice::InvitationExpired { person: &row.person });
            }
        }
        tell::live(&mut change, row.team_id, TeamChange::Offers, &[row.user_id])?;
    }
    letters.send(&mut change).await?;
    change.commit().await?;
    i64::try_from(rows.len()).map_err(Problem::internal)
}

/// Lets members leave whose request got no answer, so that nobody is trapped.
pub async fn leave_after_waiting(app: App) -> anyhow::Result<()> {
    let asked_before = app.now() - leave::wait(&app);
    let waiting = sqlx::query!(
        "select team_id, user_id from esports.team_members where leave_requested_at <= $1 order by leave_requested_at limit $2",
        asked_before,
        BATCH
    )
    .fetch_all(&app.db)
    .await?;
    for row in waiting {
        // A failed request must not block the rest.
        if let Err(problem) = leave::fulfil(&app, row.team_id, row.user_id, asked_before).await {
            tracing::error!(row.team_id, row.user_id, %problem, "a member who waited did not leave");
        }
    }
    Ok(())
}
