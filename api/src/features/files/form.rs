//! Reading an upload's form, at no less than a least speed: an upload on its way holds a place, and its file in memory.

use std::time::Duration;

use axum::extract::multipart::{Field, Multipart, MultipartError, MultipartRejection};
use axum::http::StatusCode;
use bytes::Bytes;
use manao_domain::upload::{self, MB, Purpose, UploadRefusal};
use tokio::time::Instant;

use crate::app::App;
use crate::problem::{Problem, codes};

/// A form with a file in it.
pub struct Form {
    pub content: Bytes,
    pub file_name: String,
    pub kind: Option<String>,
}

/// Reads the parts `file_content`, `file_name` and `kind`; others are passed over. The file's own name does where `file_name` is missing.
///
/// # Errors
/// `file_required`, `file_too_large`, `file_type_invalid`; `upload_too_slow`; `bad_request` when it is no form.
pub async fn read_form(app: &App, form: Result<Multipart, MultipartRejection>, purpose: Purpose) -> Result<Form, Problem> {
    let mut form = form.map_err(|rejected| Problem::new(codes::bad_request).because(rejected.status()))?;
    let mut pace = Pace::begin(app);
    let limits = app.settings.upload_limits();
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
            _ => {}
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

/// `limit`: megabytes.
fn refusal(refused: UploadRefusal, limit: usize) -> Problem {
    match refused {
        UploadRefusal::Type => codes::file_type_invalid.into(),
        UploadRefusal::TooLarge => Problem::new(codes::file_too_large).param("limit", limit),
        UploadRefusal::Empty => codes::file_required.into(),
    }
}

/// How fast a form has to come.
struct Pace {
    patience: Duration,
    bytes_a_second: f64,
    begun: Instant,
    heard: Instant,
    received: usize,
}

impl Pace {
    fn begin(app: &App) -> Self {
        let (settings, now) = (&app.settings, Instant::now());
        Self {
            patience: Duration::from_millis(settings.upload_patience_ms),
            bytes_a_second: f64::from(settings.upload_least_kb_per_second.max(1)) * 1000.0,
            begun: now,
            heard: now,
            received: 0,
        }
    }

    /// What came early does not pay for a long silence later.
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

    async fn read(&mut self, mut part: Field<'_>, limit: usize) -> Result<Vec<u8>, Problem> {
        let mut bytes = Vec::new();
        while let Some(chunk) = self.keep(part.chunk()).await?.map_err(|error| unreadable(&error, limit))? {
            self.received += chunk.len();
            self.heard = Instant::now();
            if bytes.len() + chunk.len() > limit * MB {
                return Err(refusal(UploadRefusal::TooLarge, limit));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }
}
