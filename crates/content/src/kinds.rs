//! Kinds and states of articles, and their addresses.

use manao_domain::text_enum;
use manao_kernel::problem::Lang;

text_enum! {
    /// A kind of article.
    #[derive(async_graphql::Enum, utoipa::ToSchema)]
    ArticleKind {
        GameReview = "game_review",
        GameGuide = "game_guide",
        GameUpdate = "game_update",
        Promotion = "promotion",
        HotPromotion = "hot_promotion",
        /// A page of the help centre.
        Manual = "manual",
        /// A question and its answer.
        Faq = "faq",
        /// A page of its own, such as `/about`.
        Page = "page",
    }
}

text_enum! {
    /// A state of an article. Everybody sees published ones only.
    ArticleState {
        Draft = "draft",
        /// Published by the scheduler at its time.
        Scheduled = "scheduled",
        Published = "published",
        /// Taken back: its address answers 410.
        Archived = "archived",
    }
}

impl ArticleKind {
    /// Returns the folder below `content/`, or below `content/demo/`, that ships this kind.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::GameReview => "game-review",
            Self::GameGuide => "game-guide",
            Self::GameUpdate => "game-update",
            Self::Promotion => "promotions",
            Self::HotPromotion => "hot-promotions",
            Self::Manual => "manual",
            Self::Faq => "faq",
            Self::Page => "pages",
        }
    }

    /// Whether it has a list of its own, with articles below it by number.
    pub const fn is_listed(self) -> bool {
        matches!(self, Self::GameReview | Self::GameGuide | Self::GameUpdate | Self::Promotion | Self::HotPromotion)
    }

    /// Finds the kind whose list stands at this first segment of a path.
    pub fn from_segment(segment: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.is_listed() && kind.folder() == segment)
    }

    /// Returns the address of an article, without the language.
    pub fn path(self, id: i64, slug: Option<&str>) -> String {
        match self {
            Self::Manual => format!("/manual/{}", slug.unwrap_or_default()),
            Self::Page => format!("/{}", slug.unwrap_or_default()),
            Self::Faq => "/contact".to_owned(),
            listed => format!("/{}/{id}", listed.folder()),
        }
    }
}

/// Both languages; the first is the one that every article is written in first.
pub const LANGS: [Lang; 2] = [Lang::Th, Lang::En];

/// Returns the language of this word.
pub fn lang(word: &str) -> Option<Lang> {
    LANGS.into_iter().find(|lang| lang.as_str() == word)
}
