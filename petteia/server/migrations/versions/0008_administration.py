"""Administration: marks, sanctions, reports, the log of deeds"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "admins",
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_admins_person_id")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_admins")),
    )
    op.create_table(
        "sanctions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("table_id", sa.String(length=12), nullable=True),
        sa.Column("address", sa.String(length=45), nullable=True),
        sa.Column("until", sa.Float(), nullable=True),
        sa.Column("addresses_until", sa.Float(), nullable=True),
        sa.Column("why", sa.String(length=300), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_sanctions_person_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_sanctions_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sanctions")),
    )
    op.create_index(op.f("ix_sanctions_person_id"), "sanctions", ["person_id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("table", sa.String(length=12), nullable=False),
        sa.Column("person", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("message", sa.Integer(), nullable=True),
        sa.Column("text", sa.String(length=600), nullable=False),
        sa.Column("around", sa.JSON(), nullable=False),
        sa.Column("why", sa.String(length=300), nullable=False),
        sa.Column("handled", sa.Float(), nullable=True),
        sa.Column("outcome", sa.String(length=300), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_by_at"), "reports", ["by", "at"])
    op.create_table(
        "deeds",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=True),
        sa.Column("who", sa.String(length=80), nullable=False),
        sa.Column("what", sa.String(length=16), nullable=False),
        sa.Column("about", sa.String(length=120), nullable=False),
        sa.Column("why", sa.String(length=300), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deeds")),
    )
    for table in ("tables", "chat"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.add_column(sa.Column("hidden", sa.Boolean(), nullable=True))


def downgrade() -> None:
    for table in ("chat", "tables"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column("hidden")
    op.drop_table("deeds")
    op.drop_index(op.f("ix_reports_by_at"), table_name="reports")
    op.drop_table("reports")
    op.drop_index(op.f("ix_sanctions_person_id"), table_name="sanctions")
    op.drop_table("sanctions")
    op.drop_table("admins")
