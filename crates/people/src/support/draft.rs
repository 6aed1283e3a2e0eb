//! What somebody wants to write, checked before anything is stored.

use manao_domain::support;
use manao_domain::talk::TalkRefusal;
use uuid::Uuid;

use super::shapes::{SupportAnswerNew, SupportMessageNew, SupportThreadNew};
use manao_kernel::pages::own_path;
use manao_kernel::problem::{Code, Form, Problem, codes};

pub const MOST_PICTURES: usize = 4;

/// A message to write.
pub struct Draft {
    pub text: String,
    pub pictures: Vec<Uuid>,
    pub client_id: Uuid,
}

impl Draft {
    /// # Errors
    /// 422 at `text` and `pictures`.
    pub fn from_request(new: SupportMessageNew) -> Result<Self, Problem> {
        Self::new(new.text.as_deref(), new.pictures, new.client_id)
    }

    /// # Errors
    /// 422 at `text` and `pictures`.
    pub fn from_answer(new: SupportAnswerNew) -> Result<Self, Problem> {
        Self::new(new.text.as_deref(), new.pictures, new.client_id)
    }

    fn new(given: Option<&str>, ids: Vec<Uuid>, client_id: Uuid) -> Result<Self, Problem> {
        let mut form = Form::default();
        form.field("pictures", pictures(&ids));
        let text = form.field("text", text(given.unwrap_or_default(), ids.is_empty()));
        form.check()?;
        Ok(Self { text: text.unwrap_or_default(), pictures: ids, client_id })
    }

    /// Returns a message without pictures that has no sender of its own to repeat it.
    ///
    /// # Errors
    /// `field_required`, `support_text_too_long`.
    pub fn from_text(given: &str) -> Result<Self, Code> {
        let text = text(given, true)?;
        Ok(Self { text, pictures: Vec::new(), client_id: Uuid::new_v4() })
    }
}

/// A thread to open, with its first message.
pub struct ThreadDraft {
    pub subject: String,
    pub page: Option<String>,
    pub message: Draft,
}

impl ThreadDraft {
    /// # Errors
    /// 422 at `subject`, `text`, `pictures`, `page` and `tournamentId`.
    pub fn from_request(new: &SupportThreadNew) -> Result<Self, Problem> {
        let mut form = Form::default();
        let subject = support::subject(&new.subject).map_err(|refusal| refused(refusal, codes::text_too_long));
        let subject = form.field("subject", subject);
        form.field("pictures", pictures(&new.pictures));
        let text = form.field("text", text(&new.text, true));
        let page = form.optional("page", new.page.as_deref(), |page| own_path(page).ok_or(codes::field_invalid));
        if new.order_number.is_some() && new.tournament_id.is_some() {
            form.refuse("tournamentId", codes::field_invalid);
        }
        form.check()?;
        let message = Draft { text: text.unwrap_or_default(), pictures: new.pictures.clone(), client_id: new.client_id };
        Ok(Self { subject: subject.unwrap_or_default(), page, message })
    }
}

fn text(given: &str, needed: bool) -> Result<String, Code> {
    match support::text(given) {
        Err(TalkRefusal::Empty) if !needed => Ok(String::new()),
        text => text.map_err(|refusal| refused(refusal, codes::support_text_too_long)),
    }
}

fn refused(refusal: TalkRefusal, too_long: Code) -> Code {
    match refusal {
        TalkRefusal::Empty => codes::field_required,
        TalkRefusal::TooLong => too_long,
    }
}

fn pictures(ids: &[Uuid]) -> Result<(), Code> {
    if ids.len() > MOST_PICTURES {
        return Err(codes::support_pictures_too_many);
    }
    let mut once = ids.to_vec();
    once.sort_unstable();
    once.dedup();
    if once.len() == ids.len() { Ok(()) } else { Err(codes::field_invalid) }
}
