//! Evidence of the demo's entrants, drawn for it, for the promoter to review.

use bytes::Bytes;

use manao_kernel::app::App;
use manao_people::demo::insert_document;
use manao_people::files::{self, Dir, Picture};

/// Most documents, for players of open tournaments with review, so that the demo starts fast.
const MOST: i64 = 90;

/// Size of each kind, in pixels.
const CARD: (u32, u32) = (948, 618);
const LETTER: (u32, u32) = (848, 1098);
const STUDENT_CARDS: [&[u8]; 3] = [
    include_bytes!("../../demo/evidence/student.jpg"),
    include_bytes!("../../demo/evidence/student2.jpg"),
    include_bytes!("../../demo/evidence/student3.jpg"),
];
const ID_CARD: &[u8] = include_bytes!("../../demo/evidence/id.jpg");
const CONSENT: &[u8] = include_bytes!("../../demo/evidence/consent.jpg");

/// Loads the evidence; has no effect if there is some already.
pub async fn load(app: &App) -> anyhow::Result<()> {
    let wanted = sqlx::query!(
        r#"select p.entrant_id, p.user_id, kind as "kind!", e.submitted_at as "submitted_at!"
           from esports.entrants e join esports.tournaments t on t.id = e.tournament_id join esports.entrant_players p on p.entrant_id = e.id, unnest(t.documents) as kind
           where t.phase = 'register' and t.join_mode = 'review' and e.submitted_at is not null
             and not exists (select from esports.entrant_documents)
           -- Those who wait come first.
           order by e.status <> 'register', e.id, p.position limit $1"#,
        MOST
    )
    .fetch_all(&app.db)
    .await?;
    for (number, wanted) in wanted.iter().enumerate() {
        let (bytes, (width, height)) = match wanted.kind.as_str() {
            "id_card" => (ID_CARD, CARD),
            "parental_consent" => (CONSENT, LETTER),
            _ => (STUDENT_CARDS[number % STUDENT_CARDS.len()], CARD),
        };
        let picture = Picture { bytes: Bytes::from_static(bytes), width, height, likeness: 0 };
        let file = files::put(app, wanted.user_id, Dir::Document, picture).await?;
        let mut change = app.change().await?;
        let id = insert_document(&mut change, wanted.user_id, (&wanted.kind, &file.key), wanted.submitted_at).await?;
        sqlx::query!(
            "insert into esports.entrant_documents (entrant_id, user_id, kind, document_id, given_at) values ($1, $2, $3, $4, $5)",
            wanted.entrant_id,
            wanted.user_id,
            wanted.kind,
            id,
            wanted.submitted_at
        )
        .execute(change.conn())
        .await?;
        files::keep(&mut change, wanted.user_id, Dir::Document, &file.key).await?;
        change.commit().await?;
    }
    Ok(())
}
