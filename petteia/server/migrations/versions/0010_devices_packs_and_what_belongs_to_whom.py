"""Devices that can be told apart, games packed, and what belongs to whom"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0008"
branch_labels = None
depends_on = None

OWNED = [("devices", "person_id"), ("carries", "person_id"), ("admissions", "person_id"), ("chat", "person_id")]


def upgrade() -> None:
    with op.batch_alter_table("devices", schema=None) as batch_op:
        batch_op.add_column(sa.Column("seen", sa.Float(), nullable=True))
        batch_op.add_column(sa.Column("about", sa.String(length=40), nullable=True))
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("left_by", sa.Integer(), nullable=True))
        batch_op.create_foreign_key("fk_seats_left_by", "people", ["left_by"], ["id"])
        batch_op.create_index("ix_seats_left_by", ["left_by"])
    for table, column in OWNED:
        op.create_index(f"ix_{table}_{column}", table, [column])
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("ix_tables_box", "tables", ["box"])
    op.create_table(
        "packs",
        sa.Column("table_id", sa.String(length=12), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_packs_table_id"),
        sa.PrimaryKeyConstraint("table_id", name="pk_packs"),
    )
    op.create_table(
        "laid_out",
        sa.Column("layout", sa.String(length=16), nullable=False),
        sa.Column("box", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["layout"], ["layouts.name"], name="fk_laid_out_layout"),
        sa.ForeignKeyConstraint(["box"], ["boxes.fingerprint"], name="fk_laid_out_box"),
        sa.PrimaryKeyConstraint("layout", "box", name="pk_laid_out"),
    )
    op.create_index("ix_laid_out_box", "laid_out", ["box"])
    # Which box a layout was stored for is not known any more: for each of its game, perhaps.
    op.execute(
        "INSERT INTO laid_out (layout, box)"
        " SELECT layouts.name, boxes.fingerprint FROM layouts JOIN boxes ON boxes.game = layouts.game"
    )


def downgrade() -> None:
    op.drop_table("laid_out")
    op.drop_table("packs")
    op.drop_index("ix_tables_box", "tables")
    op.drop_index("ix_tables_host", "tables")
    for table, column in OWNED:
        op.drop_index(f"ix_{table}_{column}", table)
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index("ix_seats_left_by")
        batch_op.drop_constraint("fk_seats_left_by", type_="foreignkey")
        batch_op.drop_column("left_by")
    with op.batch_alter_table("devices", schema=None) as batch_op:
        batch_op.drop_column("about")
        batch_op.drop_column("seen")
