//! Keeps the catalogue in memory in step with the database.

use std::time::Duration;

use sqlx::postgres::PgListener;

use super::answers::Answers;
use super::load::load;
use manao_kernel::app::App;

/// Period in which changes are gathered into one load.
const GATHER: Duration = Duration::from_millis(150);
const RETRY: Duration = Duration::from_secs(1);

/// Follows the channel `catalogue` until the app stops. The catalogue is loaded after every (re)connection, so that missed notifications do
/// no harm.
pub async fn follow(app: App) {
    let answers = super::answers_of(&app);
    loop {
        let followed = tokio::select! {
            () = app.stopping.cancelled() => return,
            followed = listen(&app, &answers) => followed,
        };
        if let Err(error) = followed {
            tracing::warn!(%error, "the catalogue's database is away, trying again");
        }
        tokio::select! {
            () = app.stopping.cancelled() => return,
            () = tokio::time::sleep(RETRY) => {}
        }
    }
}

async fn listen(app: &App, answers: &Answers) -> sqlx::Result<()> {
    let mut listener = PgListener::connect_with(&app.db).await?;
    listener.listen("catalogue").await?;
    loop {
        answers.replace(load(app).await?, app.now());
        // `None`: the connection was lost; notifications may be too.
        if listener.try_recv().await?.is_none() {
            return Ok(());
        }
        tokio::time::sleep(GATHER).await;
        while listener.next_buffered().is_some() {}
    }
}
