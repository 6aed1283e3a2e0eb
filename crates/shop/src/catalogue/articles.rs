//! Articles in the catalogue's answers: their texts with the games, packages and sales that they are about.

use std::sync::Arc;

use async_graphql::{Context, Enum, Object, SimpleObject};
use chrono::{DateTime, TimeDelta, Utc};
use manao_content::kinds::ArticleKind;
use manao_content::markdown::Block;
use manao_content::snapshot::{Article, ArticleText};
use manao_domain::thai;
use manao_kernel::problem::Lang;

use super::schema::{QueryContext, query_context, rfc3339};
use super::snapshot::{FlashSale, Game, Product, Snapshot};

/// A language of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
pub enum Language {
    Th,
    En,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Self {
        match language {
            Language::Th => Self::Th,
            Language::En => Self::En,
        }
    }
}

/// A page of a list of articles. Articles without a text in the asked language are left out.
#[derive(SimpleObject)]
pub struct ArticlePage<'a> {
    pub items: Vec<ArticleView<'a>>,
    pub page: i32,
    pub per_page: i32,
    pub total: i32,
    /// Games that articles of this kind are about, for the filter
    pub games: Vec<&'a Game>,
}

/// An article with its text in one language.
#[derive(Clone, Copy)]
pub struct ArticleView<'a> {
    pub article: &'a Article,
    pub text: &'a ArticleText,
}

/// A part of an article's body; exactly one of its fields is set.
#[derive(SimpleObject)]
pub struct ArticleBlock<'a> {
    /// Clean HTML, ready to be shown
    html: Option<&'a str>,
    product: Option<&'a Product>,
    game: Option<&'a Game>,
    tournament_id: Option<i64>,
}

#[derive(SimpleObject)]
pub struct ArticleHeading<'a> {
    id: &'a str,
    text: &'a str,
    /// 2 to 4
    level: i32,
}

/// A mark of a review, of ten.
#[derive(SimpleObject)]
pub struct ReviewMark<'a> {
    part: &'a str,
    mark: f32,
}

#[derive(SimpleObject)]
#[graphql(name = "Review")]
pub struct ReviewView<'a> {
    marks: Vec<ReviewMark<'a>>,
    verdict: String,
    for_whom: String,
    /// The device it was tried on
    device: String,
}

/// A state of a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
pub enum PromotionState {
    Upcoming,
    Running,
    Over,
}

#[derive(SimpleObject)]
#[graphql(name = "Promotion")]
pub struct PromotionView<'a> {
    state: PromotionState,
    /// RFC 3339; null without a beginning
    starts_at: Option<String>,
    ends_at: Option<String>,
    gets: String,
    steps: Vec<String>,
    conditions: Vec<String>,
    button: String,
    /// The coupon's code
    coupon: Option<&'a str>,
    /// Uses of the coupon that are left; null where they are not limited
    coupon_left: Option<i32>,
    coupon_quota: Option<i32>,
    flash_sale: Option<&'a FlashSale>,
    /// The game, and the package of it, that the button leads to
    game: Option<&'a Game>,
    product: Option<&'a Product>,
}

/// A show of the studio that comes every week.
#[derive(SimpleObject)]
#[graphql(name = "Show")]
pub struct ShowView<'a> {
    id: &'a str,
    /// 1 is Monday
    weekday: i32,
    /// In Thailand, `19:00`
    time: &'a str,
    minutes: i32,
    title: String,
    about: String,
    host: String,
    game: Option<&'a Game>,
}

#[derive(SimpleObject)]
#[graphql(name = "Recording")]
pub struct RecordingView<'a> {
    id: &'a str,
    title: String,
    minutes: i32,
    recorded_at: String,
    game: Option<&'a Game>,
}

/// An article named by another page.
#[derive(SimpleObject)]
pub struct ArticleLink<'a> {
    /// Without the language, `/manual/team-system`
    path: String,
    title: &'a str,
}

/// A page of the help centre's tree.
#[derive(SimpleObject)]
pub struct ManualEntry<'a> {
    /// Below `/manual/`; a page below another names it before a slash
    pub slug: &'a str,
    title: &'a str,
    summary: &'a str,
    /// Its readers: `player`, `captain`, `promoter`
    doors: &'a [String],
}

/// A page that a search in the help centre found.
#[derive(SimpleObject)]
pub struct HelpHit<'a> {
    /// With the heading's anchor, where a heading holds the search
    path: String,
    title: &'a str,
    heading: Option<&'a str>,
    excerpt: String,
}

/// A question and its answer.
#[derive(SimpleObject)]
pub struct Question<'a> {
    pub id: i64,
    pub slug: &'a str,
    /// `payment`, `delivery`, `account`, `coupon`, `esports`, `safety`
    pub theme: &'a str,
    pub question: &'a str,
    /// In one sentence
    pub summary: &'a str,
    /// Clean HTML
    pub answer: String,
}

impl<'a> ArticleView<'a> {
    /// Returns the article in a language, or in the other one where `else_other`.
    pub fn new(article: &'a Article, lang: Lang, else_other: bool) -> Option<Self> {
        let text = article.text(lang)?;
        (else_other || text.lang == lang).then_some(Self { article, text })
    }

    fn shown(&self, text: &str) -> String {
        if self.text.lang == Lang::Th { thai::join(text).into_owned() } else { text.to_owned() }
    }
}

fn game<'a>(catalogue: &'a Snapshot, slug: Option<&String>) -> Option<&'a Game> {
    slug.and_then(|slug| catalogue.by_slug.get(slug.as_str())).map(|at| &catalogue.games[*at])
}

fn product<'a>(catalogue: &'a Snapshot, sku: Option<&String>) -> Option<&'a Product> {
    let sku = sku?;
    catalogue.products.iter().find(|product| product.sku == *sku)
}

#[Object(name = "Article")]
impl ArticleView<'_> {
    async fn id(&self) -> i64 {
        self.article.id
    }
    async fn kind(&self) -> ArticleKind {
        self.article.kind
    }
    async fn slug(&self) -> Option<&str> {
        self.article.slug.as_deref()
    }
    /// Counted up by every change; `content.changed` names it.
    async fn version(&self) -> i32 {
        self.article.version
    }
    /// Language of the texts: the other one, where the asked one is missing.
    async fn lang(&self) -> Language {
        match self.text.lang {
            Lang::Th => Language::Th,
            Lang::En => Language::En,
        }
    }
    async fn title(&self) -> &str {
        &self.text.title
    }
    async fn summary(&self) -> &str {
        &self.text.summary
    }
    /// Describes the drawn picture.
    async fn picture_alt(&self) -> &str {
        &self.text.picture_alt
    }
    async fn hue(&self) -> i32 {
        self.article.shared.hue
    }
    async fn motif(&self) -> &str {
        &self.article.shared.motif
    }
    async fn pinned(&self) -> bool {
        self.article.pinned
    }
    async fn tags(&self) -> &[String] {
        &self.article.shared.tags
    }
    async fn doors(&self) -> &[String] {
        &self.article.shared.doors
    }
    /// The card that shows a reader's own state: `team`, `entry`, `match`, `order`.
    async fn card(&self) -> Option<&str> {
        self.article.shared.card.as_deref()
    }
    /// RFC 3339.
    async fn published_at(&self) -> String {
        rfc3339(self.article.published_at)
    }
    /// Null unless its text changed a day or more after it was published.
    async fn updated_at(&self) -> Option<String> {
        (self.article.updated_at - self.article.published_at >= TimeDelta::days(1) && self.article.version > 1)
            .then(|| rfc3339(self.article.updated_at))
    }
    /// Minutes that reading takes.
    async fn minutes(&self) -> i32 {
        self.text.minutes
    }
    async fn games<'c>(&self, context: &Context<'c>) -> Vec<&'c Game> {
        let catalogue = &query_context(context).catalogue;
        self.article.shared.games.iter().filter_map(|slug| game(catalogue, Some(slug))).collect()
    }
    async fn body<'c>(&'c self, context: &Context<'c>) -> Vec<ArticleBlock<'c>> {
        let catalogue = &query_context(context).catalogue;
        let block = |block: &'c Block| {
            let (product, game) = (product(catalogue, block.product.as_ref()), game(catalogue, block.game.as_ref()));
            // A thing that is gone shows nothing.
            let shown = block.html.is_some() || product.is_some() || game.is_some() || block.tournament.is_some();
            shown.then_some(ArticleBlock { html: block.html.as_deref(), product, game, tournament_id: block.tournament })
        };
        self.text.blocks.iter().filter_map(block).collect()
    }
    async fn headings(&self) -> Vec<ArticleHeading<'_>> {
        let headings = self.text.headings.iter();
        headings.map(|heading| ArticleHeading { id: &heading.id, text: &heading.text, level: i32::from(heading.level) }).collect()
    }
    async fn review(&self) -> Option<ReviewView<'_>> {
        let texts = self.text.localized.review.as_ref()?;
        let marks = self.article.shared.marks.iter().map(|(part, mark)| ReviewMark { part, mark: *mark });
        Some(ReviewView {
            marks: marks.collect(),
            verdict: self.shown(&texts.verdict),
            for_whom: self.shown(&texts.for_whom),
            device: self.shown(&texts.device),
        })
    }
    async fn promotion<'c>(&'c self, context: &Context<'c>) -> Option<PromotionView<'c>> {
        let QueryContext { catalogue, now, .. } = query_context(context);
        let (terms, texts) = (self.article.shared.promotion.as_ref()?, self.text.localized.promotion.as_ref()?);
        let product = product(catalogue, terms.sku.as_ref());
        let sale = terms.flash_sale.as_ref().and_then(|sku| {
            let product = catalogue.products.iter().position(|product| product.sku == *sku)?;
            Some(&catalogue.flash_sales[catalogue.flash_sale(product, *now)?])
        });
        let coupon = terms.coupon.as_deref();
        let left = coupon.and_then(|code| catalogue.coupons.get(code));
        Some(PromotionView {
            state: promotion_state(terms.starts_at, terms.ends_at, *now),
            starts_at: terms.starts_at.map(rfc3339),
            ends_at: terms.ends_at.map(rfc3339),
            gets: self.shown(&texts.gets),
            steps: texts.steps.iter().map(|step| self.shown(step)).collect(),
            conditions: texts.conditions.iter().map(|condition| self.shown(condition)).collect(),
            button: self.shown(&texts.button),
            coupon,
            coupon_left: left.map(|quota| quota.left),
            coupon_quota: left.map(|quota| quota.total),
            flash_sale: sale,
            game: game(catalogue, terms.game.as_ref()).or_else(|| product.map(|product| &catalogue.games[product.game])),
            product,
        })
    }
    async fn shows<'c>(&'c self, context: &Context<'c>) -> Vec<ShowView<'c>> {
        let catalogue = &query_context(context).catalogue;
        let shows = self.article.shared.shows.iter().filter_map(|show| {
            let texts = self.text.localized.shows.get(&show.id)?;
            Some(ShowView {
                id: &show.id,
                weekday: i32::from(show.weekday),
                time: &show.time,
                minutes: show.minutes,
                title: self.shown(&texts.title),
                about: self.shown(&texts.about),
                host: self.shown(&texts.host),
                game: game(catalogue, show.game.as_ref()),
            })
        });
        shows.collect()
    }
    async fn recordings<'c>(&'c self, context: &Context<'c>) -> Vec<RecordingView<'c>> {
        let catalogue = &query_context(context).catalogue;
        let recordings = self.article.shared.recordings.iter().filter_map(|recording| {
            Some(RecordingView {
                id: &recording.id,
                title: self.shown(self.text.localized.recordings.get(&recording.id)?),
                minutes: recording.minutes,
                recorded_at: rfc3339(recording.recorded_at),
                game: game(catalogue, recording.game.as_ref()),
            })
        });
        recordings.collect()
    }
    /// The article before it in its list, or page in the manual's tree.
    async fn previous<'c>(&self, context: &Context<'c>) -> Option<ArticleLink<'c>> {
        self.neighbour(&query_context(context).catalogue, false)
    }
    async fn next<'c>(&self, context: &Context<'c>) -> Option<ArticleLink<'c>> {
        self.neighbour(&query_context(context).catalogue, true)
    }
}

impl ArticleView<'_> {
    fn neighbour<'c>(&self, catalogue: &'c Arc<Snapshot>, after: bool) -> Option<ArticleLink<'c>> {
        let lang = self.text.lang;
        let list: Vec<ArticleView<'c>> = listed(catalogue, self.article.kind, lang);
        let own = list.iter().position(|other| other.article.id == self.article.id)?;
        let other = list.get(if after { own + 1 } else { own.checked_sub(1)? })?;
        Some(ArticleLink { path: other.article.path(), title: &other.text.title })
    }
}

/// Returns the articles of a kind in a language, in their order; the manual as its tree is read: a page, then those below it.
pub fn listed(catalogue: &Snapshot, kind: ArticleKind, lang: Lang) -> Vec<ArticleView<'_>> {
    let mut list: Vec<_> = catalogue.content.of_kind(kind).filter_map(|article| ArticleView::new(article, lang, false)).collect();
    if kind == ArticleKind::Manual {
        let position =
            |slug: &str| list.iter().find(|one| one.article.slug.as_deref() == Some(slug)).map_or(0, |one| one.article.position);
        let mut keys: Vec<(i32, i32)> = Vec::with_capacity(list.len());
        for one in &list {
            let slug = one.article.slug.as_deref().unwrap_or_default();
            keys.push(match slug.split_once('/') {
                Some((above, _)) => (position(above), one.article.position + 1),
                None => (one.article.position, 0),
            });
        }
        let mut order: Vec<usize> = (0..list.len()).collect();
        order.sort_by_key(|at| keys[*at]);
        list = order.into_iter().map(|at| list[at]).collect();
    }
    list
}

/// Returns a page of a list, of all games or one.
pub fn page<'a>(
    catalogue: &'a Snapshot,
    kind: ArticleKind,
    lang: Lang,
    of: Option<&str>,
    page: i32,
    per_page: i32,
) -> ArticlePage<'a> {
    let all = listed(catalogue, kind, lang);
    let about = |one: &ArticleView<'_>, slug: &str| one.article.shared.games.iter().any(|own| own == slug);
    let games = catalogue.games.iter().filter(|game| all.iter().any(|one| about(one, &game.slug))).collect();
    let found: Vec<_> = all.into_iter().filter(|one| of.is_none_or(|slug| about(one, slug))).collect();
    let from = (page as usize - 1).saturating_mul(per_page as usize);
    let items = found.iter().skip(from).take(per_page as usize).copied().collect();
    ArticlePage { items, page, per_page, total: found.len() as i32, games }
}

/// Returns the manual's tree.
pub fn manual(catalogue: &Snapshot, lang: Lang) -> Vec<ManualEntry<'_>> {
    let pages = listed(catalogue, ArticleKind::Manual, lang);
    let entries = pages.into_iter().filter_map(|ArticleView { article, text }| {
        Some(ManualEntry {
            slug: article.slug.as_deref()?,
            title: &text.title,
            summary: &text.summary,
            doors: &article.shared.doors,
        })
    });
    entries.collect()
}

/// Returns the questions in a language.
pub fn questions(catalogue: &Snapshot, lang: Lang) -> Vec<Question<'_>> {
    let questions = catalogue.content.of_kind(ArticleKind::Faq).filter_map(|article| {
        let text = article.text(lang)?;
        Some(Question {
            id: article.id,
            slug: article.slug.as_deref()?,
            theme: article.shared.tags.first().map_or("other", String::as_str),
            question: &text.title,
            summary: &text.summary,
            answer: text.blocks.iter().filter_map(|block| block.html.as_deref()).collect(),
        })
    });
    questions.collect()
}

/// Returns the pages of the help centre that a search finds.
pub fn help<'a>(catalogue: &'a Snapshot, asked: &str, lang: Lang, most: usize) -> Vec<HelpHit<'a>> {
    let hits = catalogue.content.search(asked, lang, most).into_iter().filter_map(|hit| {
        let text = hit.article.text(lang)?;
        let anchor = match (hit.article.kind, hit.heading) {
            (ArticleKind::Faq, _) => format!("#{}", hit.article.slug.as_deref().unwrap_or_default()),
            (_, Some((id, _))) => format!("#{id}"),
            _ => String::new(),
        };
        let path = format!("{}{anchor}", hit.article.path());
        Some(HelpHit { path, title: &text.title, heading: hit.heading.map(|(_, text)| text), excerpt: hit.excerpt })
    });
    hits.collect()
}

/// Returns the state of a window at a moment.
pub fn promotion_state(starts_at: Option<DateTime<Utc>>, ends_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> PromotionState {
    match () {
        () if ends_at.is_some_and(|end| end <= now) => PromotionState::Over,
        () if starts_at.is_some_and(|start| now < start) => PromotionState::Upcoming,
        () => PromotionState::Running,
    }
}

/// Returns the moments at which promotions begin and end.
pub fn boundaries(catalogue: &Snapshot) -> impl Iterator<Item = Option<DateTime<Utc>>> {
    let terms = catalogue.content.articles.iter().filter_map(|article| article.shared.promotion.as_ref());
    terms.flat_map(|terms| [terms.starts_at, terms.ends_at])
}
