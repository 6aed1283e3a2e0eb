//! Reads an upload's form and enforces a minimum speed, because an upload in progress holds a slot, and its file in memory.

use std::time::Duration;

use axum::extract::multipart::{Field, Multipart, MultipartError, MultipartRejection};
use axum::http::StatusCode;
use bytes::Bytes;
use manao_domain::upload::{self, MB, Purpose, UploadLimits, UploadRefusal};
use tokio::time::Instant;

use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::settings::Settings;

/// A form with a file in it.
pub struct Form {
    pub content: Bytes,
    pub file_name: String,
    pub kind: Option<String>,
}

/// Reads the parts `file_content`, `file_name` and `kind`; others are skipped. The file part's own name is used when `file_name` is missing.
///
/// # Errors
///
/// `file_required`, `file_too_large`, `file_type_invalid`; `upload_too_slow`; `bad_request` when it is not a form.
pub async fn read_form(app: &App, form: Result<Multipart, MultipartRejection>, purpose: Purpose) -> Result<Form, Problem> {
    let form = form.map_err(|rejected| Problem::new(codes::bad_request).because(rejected.status()))?;
    read(form, Pace::begin(&app.settings), app.settings.upload_limits(), purpose).await
}

async fn read(mut form: Multipart, mut pace: Pace, limits: UploadLimits, purpose: Purpose) -> Result<Form, Problem> {
    let limit = limits.megabytes(purpose);
    let (mut content, mut file_name, mut own_name, mut kind) = (None, None, None, None);
    while let Some(part) = pace.keep(form.next_field()).await?.map_err(|error| unreadable(&error, limit))? {
        match part.name() {
            Some("file_content") => {
                own_name = part.file_name().map(str::to_owned);
                content = Some(pace.read(part, limit).await?);
            }
            Some("file_name") => file_name = Some(text(pace.read(part, limit).await?)?),
            Some("kind") => kind = Some(text(pace.read(part, limit).await?)?),
            _ => pace.pass_over(part, limit).await?,
        }
    }
    let content = content.unwrap_or_default();
    let file_name = upload::shown_name(&file_name.or(own_name).unwrap_or_default());
    upload::check(limits, purpose, &file_name, content.len()).map_err(|refused| refusal(refused, limit))?;
    Ok(Form { content: content.into(), file_name, kind })
}

fn text(bytes: Vec<u8>) -> Result<String, Problem> {
    String::from_utf8(bytes).map_err(|error| Problem::new(codes::bad_request).because(error))
}

fn unreadable(error: &MultipartError, limit: usize) -> Problem {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => refusal(UploadRefusal::TooLarge, limit),
        _ => Problem::new(codes::bad_request).because(error.status()),
    }
}

/// Turns an upload rule's refusal into a problem. `limit` is in megabytes.
fn refusal(refused: UploadRefusal, limit: usize) -> Problem {
    let problem = Problem::new(refused.into());
    if refused == UploadRefusal::TooLarge { problem.param("limit", limit) } else { problem }
}

fn bytes_a_second(settings: &Settings) -> f64 {
    f64::from(settings.upload_least_kb_per_second.max(1)) * 1000.0
}

/// Returns how long the largest file may take to arrive.
pub fn longest(settings: &Settings) -> Duration {
    let limits = settings.upload_limits();
    let largest = limits.bytes(Purpose::Profile).max(limits.bytes(Purpose::Picture)) + super::FORM;
    Duration::from_secs_f64(largest as f64 / bytes_a_second(settings)) + Duration::from_millis(settings.upload_patience_ms)
}

/// Minimum speed at which a form must arrive.
struct Pace {
    patience: Duration,
    bytes_a_second: f64,
    begun: Instant,
    heard: Instant,
    received: usize,
}

impl Pace {
    fn begin(settings: &Settings) -> Self {
        let now = Instant::now();
        Self {
            patience: Duration::from_millis(settings.upload_patience_ms),
            bytes_a_second: bytes_a_second(settings),
            begun: now,
            heard: now,
            received: 0,
        }
    }

    /// Returns the deadline of the next bytes. A fast start does not allow a long silence later.
    fn deadline(&self) -> Instant {
        let paid = Duration::from_secs_f64(self.received as f64 / self.bytes_a_second);
        (self.begun + paid).min(self.heard) + self.patience
    }

    async fn keep<T>(&self, next: impl Future<Output = T>) -> Result<T, Problem> {
        tokio::time::timeout_at(self.deadline(), next).await.map_err(|_| {
            metrics::counter!("manao_uploads_too_slow_total").increment(1);
            codes::upload_too_slow.into()
        })
    }

    async fn chunk(&mut self, part: &mut Field<'_>, limit: usize) -> Result<Option<Bytes>, Problem> {
        let chunk = self.keep(part.chunk()).await?.map_err(|error| unreadable(&error, limit))?;
        self.received += chunk.as_ref().map_or(0, Bytes::len);
        self.heard = Instant::now();
        Ok(chunk)
    }

    async fn pass_over(&mut self, mut part: Field<'_>, limit: usize) -> Result<(), Problem> {
        while self.chunk(&mut part, limit).await?.is_some() {}
        Ok(())
    }

    async fn read(&mut self, mut part: Field<'_>, limit: usize) -> Result<Vec<u8>, Problem> {
        let mut bytes = Vec::new();
        while let Some(chunk) = self.chunk(&mut part, limit).await? {
            if bytes.len() + chunk.len() > limit * MB {
                return Err(refusal(UploadRefusal::TooLarge, limit));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::extract::{FromRequest as _, Request};
    use futures_util::{StreamExt as _, stream};

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(5);

    /// Reads a form whose first part is unknown and arrives in ten pieces, each after this delay; then a file.
    async fn form(piece: usize, each: Duration) -> Result<Form, Problem> {
        let head =
            |name| format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"a.png\"\r\n\r\n").into_bytes();
        let pieces = stream::iter(0..10).then(move |_| async move {
            tokio::time::sleep(each).await;
            vec![b'x'; piece]
        });
        let file = [b"\r\n".to_vec(), head("file_content"), b"file\r\n--edge--\r\n".to_vec()];
        let parts = stream::iter([head("other")]).chain(pieces).chain(stream::iter(file));
        let request = Request::builder().header("content-type", "multipart/form-data; boundary=edge");
        let request = request.body(Body::from_stream(parts.map(Ok::<_, std::convert::Infallible>))).unwrap();
        let now = Instant::now();
        let pace = Pace { patience: PATIENCE, bytes_a_second: 10_000.0, begun: now, heard: now, received: 0 };
        read(Multipart::from_request(request, &()).await.unwrap(), pace, UploadLimits::default(), Purpose::Picture).await
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_passed_over_counts_as_received() {
        assert_eq!(form(50_000, Duration::from_secs(4)).await.unwrap().content, "file");
        assert_eq!(form(10_000, Duration::from_secs(4)).await.err().unwrap().code(), codes::upload_too_slow);
    }
}
