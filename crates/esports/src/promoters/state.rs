//! A member's status as a promoter, as shown to them.

use chrono::{DateTime, Utc};
use manao_domain::promoter::{ApplicationStatus, PromoterStatus, StepKind};
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::missing::MissingDetails;
use super::standing;
use crate::promoters::PROMOTER_TERMS_VERSION;
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::database::one_moment;
use manao_kernel::problem::{Lang, Notice, Problem};

/// Most applications in the timeline; older ones are left out.
const APPLICATIONS: i64 = 20;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoterState {
    pub status: PromoterStatus,
    /// Whether an application is possible now
    pub may_apply: bool,
    /// Requirements that are missing, each with the page where it is fixed
    pub missing: Vec<Notice>,
    /// Empty profile fields that an application requires, by their names in the profile
    pub missing_fields: Vec<&'static str>,
    /// Current version of the promoter terms
    pub terms_version: &'static str,
    pub terms_accepted: bool,
    /// Time of the last application
    #[serde(skip_serializing_if = "Option::is_none")]
    pub applied_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// Time from which a renewal is possible
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewable_at: Option<DateTime<Utc>>,
    /// Whether an application for another year is pending
    pub renewal_waits: bool,
    /// Reason of the last rejection, or of the revocation
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Oldest first; the end of the right may lie ahead
    pub timeline: Vec<PromoterStep>,
}

#[derive(Serialize, ToSchema)]
pub struct PromoterStep {
    pub kind: StepKind,
    pub at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// # Errors
/// Returns an error if the database is unreachable.
pub async fn load(app: &App, member: &Member, lang: Lang) -> Result<PromoterState, Problem> {
    let (user_id, now) = (member.user_id, app.now());
    let mut tx = one_moment(&app.db).await?;
    let standing = standing::load(&mut tx, user_id).await?;
    let lacks = MissingDetails::load(&mut tx, user_id).await?;
    let mut steps = steps(&mut tx, user_id).await?;
    tx.commit().await?;

    let mut missing: Vec<Notice> = lacks.codes().map(|(code, page)| Notice::new(code, lang).mended_at(page)).collect();
    // Suspended and unverified users, and those who have not accepted the terms, could not call.
    let barred = member.clone().verified().err();
    missing.extend(barred.map(|problem| Notice::new(problem, lang)));
    let right = standing.right;
    let holding = right.filter(|right| right.holds(now));
    if let Some(right) = right.filter(|right| right.revoked_at.is_none()) {
        steps.push(PromoterStep { kind: StepKind::Expires, at: right.expires_at, reason: None });
    }
    steps.sort_by_key(|step| step.at);
    let status = standing.status(now);
    let told = |step: &&PromoterStep| {
        matches!(step.kind, StepKind::Rejected | StepKind::Revoked | StepKind::Approved | StepKind::Renewed)
    };
    let reason = steps.iter().filter(|step| step.at <= now).rev().find(told).and_then(|step| step.reason.clone());
    let applied = |step: &&PromoterStep| matches!(step.kind, StepKind::Submitted | StepKind::RenewalSubmitted);
    let waits = standing.last.is_some_and(|last| last.status == ApplicationStatus::Submitted);
    Ok(PromoterState {
        status,
        may_apply: missing.is_empty() && standing.apply(now, standing::window(&app.settings)).is_ok(),
        missing,
        missing_fields: lacks.fields,
        terms_version: PROMOTER_TERMS_VERSION,
        terms_accepted: !lacks.terms,
        applied_at: steps.iter().rev().find(applied).map(|step| step.at),
        approved_at: right.map(|right| right.approved_at),
        expires_at: right.map(|right| right.expires_at),
        renewable_at: holding.map(|right| right.expires_at - standing::window(&app.settings)),
        renewal_waits: waits && status == PromoterStatus::Approved,
        reason,
        timeline: steps,
    })
}

/// Returns applications with their outcome, accepted terms, and each revocation of the right.
async fn steps(conn: &mut PgConnection, user_id: i64) -> Result<Vec<PromoterStep>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"with applications as (select * from esports.promoter_applications where user_id = $1 order by id desc limit $2)
           select case when renewal then 'renewal_submitted' else 'submitted' end as "kind!: StepKind", submitted_at as "at!", null as reason
           from applications
           union all
           select case when status = 'rejected' then 'rejected' when renewal then 'renewed' else 'approved' end, decided_at, reason
           from applications where decided_at is not null
           union all
           select 'revoked', revoked_at, reason from esports.promoter_revocations where user_id = $1
           union all
           select 'terms_accepted', accepted_at, null from esports.promoter_terms_acceptances where user_id = $1"#,
        user_id,
        APPLICATIONS
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| PromoterStep { kind: row.kind, at: row.at, reason: row.reason }).collect())
}
