//! Reads a person's messages.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use manao_domain::match_time::ProposalState;
use manao_domain::team::{OfferKind, OfferStatus};
use manao_domain::thai;

use super::live::BadgeLive;
use super::{Stream, SubjectKind, badge};
use manao_kernel::App;
use manao_kernel::database::one_moment;
use manao_kernel::paging::Paging;
use manao_kernel::problem::{Lang, Problem};

/// A message, in the reader's language.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxMessage {
    pub id: i64,
    /// Stable word: `order_delivered`
    pub kind: String,
    pub title: String,
    pub message: String,
    /// Path of this site without the language
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// Offer that can be answered; only for a message about one
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<InboxOffer>,
    /// Proposed time; only for a message that asks for one
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<InboxProposal>,
    pub created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_at: Option<DateTime<Utc>>,
}

/// The offer that a message asks about, in its current state. It is answered by `/tournament/accept-request/{id}` and
/// `/tournament/decline-request/{id}`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxOffer {
    pub id: i64,
    pub kind: OfferKind,
    pub status: OfferStatus,
    /// Whether it is pending and the reader may answer it
    pub may_answer: bool,
}

/// The proposed time that a message asks about, in its current state. It is answered by `/tournament/accept-time-request/{id}` and
/// `/tournament/decline-time-request/{id}`. Another time is proposed in the room of the match.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxProposal {
    pub id: i64,
    pub match_id: i64,
    /// Proposed start
    pub at: DateTime<Utc>,
    pub state: ProposalState,
    /// Whether it is pending and the reader may answer it for their side
    pub may_answer: bool,
}

/// The current state of the offers and proposals that messages ask about, by their ids.
#[derive(Default)]
pub struct Answers {
    pub offers: HashMap<i64, InboxOffer>,
    pub proposals: HashMap<i64, InboxProposal>,
}

/// The offers and proposals that a reader's messages ask about.
pub struct Questions {
    pub user_id: i64,
    pub offers: Vec<i64>,
    pub proposals: Vec<i64>,
    pub now: DateTime<Utc>,
}

/// Loads the state of offers and proposals; their owner hands the loader to the app at its start.
pub type LoadAnswers = for<'a> fn(&'a mut PgConnection, &'a Questions) -> BoxFuture<'a, Result<Answers, Problem>>;

/// All loaders of this program.
#[derive(Default)]
pub struct AnswerLoaders(pub Vec<LoadAnswers>);

struct Row {
    id: i64,
    kind: String,
    title: String,
    body: String,
    href: Option<String>,
    created_at: DateTime<Utc>,
    read_at: Option<DateTime<Utc>>,
    subject: Option<SubjectKind>,
    subject_id: Option<i64>,
}

impl Row {
    /// Returns the id of the message's subject, if it is of this kind.
    fn about(&self, kind: SubjectKind) -> Option<i64> {
        self.subject_id.filter(|_| self.subject == Some(kind))
    }
}

impl InboxMessage {
    fn new(row: Row, answers: &Answers) -> Self {
        let (offer, proposal) = (row.about(SubjectKind::Offer), row.about(SubjectKind::Proposal));
        Self {
            id: row.id,
            kind: row.kind,
            title: thai::join(&row.title).into_owned(),
            message: thai::join(&row.body).into_owned(),
            href: row.href,
            offer: offer.and_then(|id| answers.offers.get(&id).cloned()),
            proposal: proposal.and_then(|id| answers.proposals.get(&id).cloned()),
            created_at: row.created_at,
            read_at: row.read_at,
        }
    }
}

/// Returns a page of one stream, newest first, the total, and the unread counts of the same moment.
pub async fn list(
    app: &App,
    user_id: i64,
    stream: Stream,
    paging: Paging,
    lang: Lang,
) -> Result<(Vec<InboxMessage>, i64, BadgeLive), Problem> {
    let mut tx = one_moment(&app.db).await?;
    let rows = sqlx::query_as!(
        Row,
        r#"select id, kind, case when $3 then title_en else title_th end as "title!", case when $3 then body_en else body_th end as "body!",
                  href, created_at, read_at, subject_kind as "subject: SubjectKind", subject_id
           from people.inbox_messages where user_id = $1 and stream = $2 and deleted_at is null order by id desc limit $4 offset $5"#,
        user_id,
        stream.as_str(),
        lang == Lang::En,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&mut *tx)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from people.inbox_messages where user_id = $1 and stream = $2 and deleted_at is null"#,
        user_id,
        stream.as_str()
    )
    .fetch_one(&mut *tx)
    .await?;
    let badge = badge::load(&mut *tx, user_id).await?;
    let answers = answers(app, &mut tx, user_id, &rows).await?;
    tx.commit().await?;
    Ok((rows.into_iter().map(|row| InboxMessage::new(row, &answers)).collect(), total, badge))
}

async fn answers(app: &App, conn: &mut PgConnection, user_id: i64, rows: &[Row]) -> Result<Answers, Problem> {
    let questions = Questions {
        user_id,
        offers: rows.iter().filter_map(|row| row.about(SubjectKind::Offer)).collect(),
        proposals: rows.iter().filter_map(|row| row.about(SubjectKind::Proposal)).collect(),
        now: app.now(),
    };
    let mut answers = Answers::default();
    for load in &app.shared::<AnswerLoaders>().0 {
        let more = load(conn, &questions).await?;
        answers.offers.extend(more.offers);
        answers.proposals.extend(more.proposals);
    }
    Ok(answers)
}
