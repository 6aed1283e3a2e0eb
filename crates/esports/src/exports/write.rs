//! The response body.

use std::io;

use axum::body::Body;
use bytes::Bytes;
use futures_util::stream;
use tokio::io::AsyncReadExt as _;
use tokio::sync::mpsc;

use super::busy::Turn;
use super::table::{BatchStart, Table};
use super::{csv, xlsx};
use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use manao_kernel::worker_pool::WorkerPool;

/// Files written at once in this process; `WAITING` more may wait.
const AT_ONCE: usize = 2;
const WAITING: usize = 16;
const CHUNK: usize = 64 * 1024;

struct Writers(WorkerPool);

/// Streams rows as they are read. A failure aborts the connection, so that nobody takes a part for the whole.
pub fn as_csv(app: App, table: Table, turn: Turn) -> Body {
    let begin = (BatchStart::Head, csv::BYTE_ORDER_MARK.to_vec());
    let chunks = stream::try_unfold((app, begin, turn), move |(app, (place, mut chunk), turn)| async move {
        let Some((rows, next)) = table.batch(&app.db, place).await? else { return Ok(None) };
        chunk.extend(csv::rows(&rows)?);
        Ok::<_, Problem>(Some((Bytes::from(chunk), (app, (next, Vec::new()), turn))))
    });
    Body::from_stream(chunks)
}

/// Writes the whole file before sending it, because its directory is at its end.
///
/// # Errors
/// 503 `service_unavailable` when too many are waiting.
pub async fn as_xlsx(app: &App, table: Table, turn: Turn) -> Result<(Body, u64), Problem> {
    let writers = app.shared_with(|| Writers(WorkerPool::new("exports", AT_ONCE, WAITING)));
    let (send, batches) = mpsc::channel(1);
    let reading = async {
        let mut place = BatchStart::Head;
        loop {
            let batch = table.batch(&app.db, place).await;
            let (batch, next) = match batch {
                Ok(Some((rows, next))) => (Ok(rows), Some(next)),
                Ok(None) => break,
                Err(problem) => (Err(problem), None),
            };
            // The receiver is gone when there was no place for the work, or it failed.
            if send.send(batch).await.is_err() {
                break;
            }
            let Some(next) = next else { break };
            place = next;
        }
        drop(send);
    };
    let (written, ()) = tokio::join!(writers.0.run(move || xlsx::write(table.name(), batches)), reading);
    let file = written??;
    drop(turn);
    let length = file.metadata().map_err(Problem::internal)?.len();
    let chunks = stream::try_unfold(tokio::fs::File::from_std(file), |mut file| async move {
        let mut chunk = Vec::with_capacity(CHUNK);
        let read = file.read_buf(&mut chunk).await?;
        Ok::<_, io::Error>((read > 0).then(|| (Bytes::from(chunk), file)))
    });
    Ok((Body::from_stream(chunks), length))
}
